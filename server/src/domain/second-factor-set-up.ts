import { type AnyEndpoint, contract } from '@assay/contract'
import { AppError } from './errors.ts'

/**
 * What a session may do before a required second factor is set up, in addition to what is public, such as signing
 * out.
 */
const calls: ReadonlySet<AnyEndpoint> = new Set<AnyEndpoint>([
  contract.currentUser,
  contract.getSecondFactor,
  contract.startTotp,
  contract.confirmTotp,
  contract.startPasskey,
  contract.addPasskey,
])

export const isPartOfSetUp = (endpoint: AnyEndpoint) => calls.has(endpoint)

export const setUpFirst = () =>
  new AppError(
    'SecondFactorSetupRequired',
    'Your organization requires a second factor. Set one up on the Account page, or use an API key',
  )
