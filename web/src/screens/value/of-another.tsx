import type { ValueName } from '@assay/contract'
import type { ReactNode } from 'react'
import { valueNameOf } from '../../base/data/verdicts.ts'
import { text } from '../../base/texts/index.ts'
import { MissingPage } from '../../base/ui/missing-page.tsx'
import { Answer } from '../../base/ui/states.tsx'
import { useObservable } from '../cases/observables/data.ts'
import { useReport } from '../report/use-report.ts'
import { WayHere } from './way-here.tsx'

interface OfAnotherProps {
  id: string
  children: (subject: ValueName) => ReactNode
}

/** A text that is too long for an address is named by a job on it … */
export const OfJob = ({ id, children }: OfAnotherProps) => (
  <Answer query={useReport(id)} missing={<Missed id={id} />}>
    {(job) => children(valueNameOf(job))}
  </Answer>
)

/** … or by its copy in a case. */
export const OfObservable = ({ id, children }: OfAnotherProps) => (
  <Answer query={useObservable(id)} missing={<Missed id={id} />}>
    {(row) => children(valueNameOf(row))}
  </Answer>
)

const Missed = ({ id }: { id: string }) => (
  <MissingPage what={text('value.thisValue')} id={id} back={<WayHere value={undefined} />} />
)
