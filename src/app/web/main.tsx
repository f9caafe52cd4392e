import '#base/web/ui/app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startTheme } from '#base/web/theme.ts'
import { startSession } from '#core/account/web/session.ts'
import { Router } from './router.tsx'

startTheme()
startSession()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Router />
  </StrictMode>,
)
