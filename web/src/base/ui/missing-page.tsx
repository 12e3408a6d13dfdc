import type { ReactNode } from 'react'
import { Page } from './page.tsx'
import { Missing } from './states.tsx'

/** The screen of an entity that does not exist, or not for this reader. */
export const MissingPage = ({ what, id, back }: { what: string; id: string; back: ReactNode }) => (
  <Page title={what} back={back}>
    <Missing what={what} id={id} list={back} />
  </Page>
)
