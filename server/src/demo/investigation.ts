import type { Deps } from '../deps.ts'
import { addTo, newInvestigationId } from '../knowledge/investigations/store.ts'
import { day } from './chance.ts'
import type { PastJob } from './jobs.ts'
import { isFile, keyOf } from './observables.ts'
import { demoOrganization } from './users.ts'

/**
 * What a mail and a line of the proxy named, looked up together: malicious, suspicious and benign.
 */
const together = [
  'account-blocked.eml',
  'example-bank-login.test',
  'examp1e-bank.example',
  'parcel-tracking.test',
  'http://198.51.100.23/login.php?x=1',
  'https://www.example-bank.example@example-bank-login.test/secure',
  '198.51.100.77',
  '203.0.113.88',
  '203.0.113.150',
  '192.0.2.20',
  '10.0.0.5',
  'mail.corp.example',
  'www.example.org',
  'example.com',
  '44d88612fea8a8f36de82e1278abb02f',
  'curl/8.5.0',
]

/** One investigation with the latest report of each analyzer; the jobs are stored already. */
export async function saveInvestigation(
  { db, clock }: Deps,
  jobs: readonly PastJob[],
): Promise<void> {
  const latest = new Map<string, PastJob>()
  for (const job of jobs.toSorted((a, b) => a.at - b.at)) {
    const { observable, worker, failure } = job
    const name = isFile(observable) ? observable.name : observable.data
    if (failure === undefined && worker.type === 'analyzer' && together.includes(name))
      latest.set(`${keyOf(observable)} ${worker.id}`, job)
  }
  const id = newInvestigationId()
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('investigations')
      .values({
        id,
        organization: demoOrganization,
        name: 'Phishing wave impersonating Example Bank',
        tlp: 2,
        pap: 2,
        created_at: clock.now() - day / 24,
        created_by: 'analyst',
      })
      .execute()
    const jobIds = [...latest.values()].map((job) => job.id)
    await addTo(tx, demoOrganization, id, { values: [], jobIds })
  })
}
