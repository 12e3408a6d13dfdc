import type { Client, contract, JobEvent, JobWithReport, OrganizationEvent } from '@assay/contract'

// The package ships these types spelled out, see build/types.ts: they then need no other package.

/** Every call of the server, by its name in the contract. */
export type Calls = Client<typeof contract>
export type { JobEvent, JobWithReport, OrganizationEvent }
