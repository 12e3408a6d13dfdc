import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { queryClient } from './data/cache.ts'
import { applyPreferences, preferences } from './preferences.ts'
import { takeSetupToken } from './setup/token.ts'
import { loadLanguage } from './texts/index.ts'
import './styles/index.css'

// Before the first paint, so neither a theme nor a language flashes.
applyPreferences()
takeSetupToken()
await loadLanguage(preferences().language)

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
