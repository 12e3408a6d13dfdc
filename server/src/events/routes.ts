import { type ChangeEvent, contract, type OrganizationEvent } from '@assay/contract'
import type { Deps } from '../deps.ts'
import { mayCall } from '../domain/roles.ts'
import type { Route } from '../http/route.ts'

/** One stream for jobs and for the platform: a page has few connections to spend. */
export function eventRoutes(route: Route, { bus, config }: Deps): void {
  route(contract.organizationEvents, async ({ caller }) => {
    const mayHearOfJobs =
      mayCall(caller.roles, contract.listJobs.roles) || config.auth.readOnlyAccess
    return (send: (event: OrganizationEvent) => void) =>
      bus.on(caller.organization, (event) => {
        if ('jobId' in event ? mayHearOfJobs : isFor(caller.login, event)) send(event)
      })
  })
}

/** Notifications of one user are not shown to others. */
const isFor = (login: string, { objectType, user }: ChangeEvent) =>
  !(['watch', 'mention', 'notice'] as string[]).includes(objectType) || user === login
