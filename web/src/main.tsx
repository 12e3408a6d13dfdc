import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import './style.css'
import { applyTheme, storedTheme } from './theme.ts'

// Before the first paint of the page, so that a chosen theme does not flash.
applyTheme(storedTheme())

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
