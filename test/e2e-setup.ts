import { unpackBrowser } from './chromium.ts'

export default unpackBrowser
