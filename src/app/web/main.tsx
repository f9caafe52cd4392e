import '#base/web/ui/app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startTheme } from '#base/web/theme.ts'
import { likelySignedIn, startSession } from '#core/account/web/session.ts'
import { preload, Router } from './router.tsx'

startTheme()
startSession()
preload(likelySignedIn())

createRoot(document.getElementById('root') ?? document.body).render(
  <StrictMode>
    <Router />
  </StrictMode>,
)
