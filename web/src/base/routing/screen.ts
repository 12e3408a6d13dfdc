import type { PathParams } from './match.ts'

/** What every screen is given. */
export interface ScreenProps {
  /** Values in the path: `/jobs/:id` gives `id`. */
  params: PathParams
}
