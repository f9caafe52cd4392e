import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** While developing, the server runs beside Vite and is reached through it, so that cookies see one origin. */
const api = process.env.FOOLSCAP_API ?? 'http://127.0.0.1:3000'

export default defineConfig({
  root: here('src/app/web'),
  cacheDir: here('node_modules/.vite'),
  plugins: [react(), tailwindcss()],
  build: {
    outDir: here('dist/web'),
    emptyOutDir: true,
    manifest: true,
    // Fonts stay files: only those whose letters are on a page are ever loaded.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/local-google'].map((path) => [path, { target: api, changeOrigin: false }])),
  },
})
