import { QueryClientProvider } from '@tanstack/react-query'
import { options } from 'preact'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '../base/data/cache.ts'
import { forgetEarly } from '../base/early.ts'
import { applyPreferences, preferences } from '../base/preferences.ts'
import { loadLanguage } from '../base/texts/index.ts'
import { takeSetupToken } from '../screens/setup/token.ts'
import { App } from './app.tsx'
import '../base/styles/index.css'

// Effects run with their commit, not after the next frame: the next key would meet the former handlers.
options.requestAnimationFrame = queueMicrotask

// Before the first paint, so neither a theme nor a language flashes.
applyPreferences()
takeSetupToken()
await loadLanguage(preferences().language)

// By then the first screen has asked for what it shows.
setTimeout(forgetEarly, 10_000)

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  )
}
