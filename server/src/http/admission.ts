import type { Access, AnyEndpoint } from '@assay/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Caller, homeOrganization } from '../domain/caller.ts'
import {
  type AppError,
  authenticationFailure,
  insufficientRights,
  notAllowed,
  setUpAlready,
} from '../domain/errors.ts'
import { scopeProblem, toolProblem } from '../domain/key-scope.ts'
import { mayCall } from '../domain/roles.ts'
import { isPartOfSetUp, setUpFirst } from '../domain/second-factor-set-up.ts'
import {
  type Authenticated,
  type AuthenticationMethods,
  authenticate,
  type FindCaller,
  isLocalCall,
  knownCaller,
  refuseForgery,
  rejectCrossSite,
} from './authenticate.ts'
import { isCrossSite, sendSessionCookies } from './session-cookie.ts'
import type { AccessWatch } from './still-admitted.ts'
import type { ToolCalls } from './tool-calls.ts'

export interface AdmissionOptions {
  methods: AuthenticationMethods
  find: FindCaller
  publicUrl: string | undefined
  sessionMs: number
  access: AccessWatch
  /** Users with `read` only may call what only looks. */
  readersToo: boolean
  tools: ToolCalls
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated caller. */
    caller: Caller | undefined
  }
}

/** Runs before the body is read, so unauthenticated callers cannot make us store uploads. */
export function admission(endpoint: AnyEndpoint, options: AdmissionOptions) {
  const { methods, find, publicUrl } = options
  const roles = rolesOf(endpoint, options)

  const enter = (request: FastifyRequest, reply: FastifyReply, found: Authenticated) => {
    // guard: server/test/platform/clients-of-organizations.test.ts
    refuseOtherOrganization(request, found.caller)
    // guard: server/test/api/sessions.test.ts
    refuseForgery(request, found, publicUrl)
    // guard: server/test/sign-in/second-factor.test.ts
    if (found.caller.mustSetUpSecondFactor && !isPartOfSetUp(endpoint)) throw setUpFirst()
    // guard: server/test/api/user-keys.test.ts
    if (!mayCall(found.caller.roles, roles)) throw insufficientRights()
    const { scope } = found.caller
    const problem =
      scope &&
      (scope.agent && options.tools.isOne(request)
        ? toolProblem(scope, endpoint)
        : scopeProblem(scope, endpoint, request.params))
    // guard: server/test/api/api-keys.test.ts
    if (problem) throw problem
    request.caller = found.caller
    const { session } = found
    if (session && !endpoint.leavesSession) sendSessionCookies(reply, session, options)
  }
  const admit = async (request: FastifyRequest, reply: FastifyReply) => {
    const found =
      (await authenticate(request, methods, find, !endpoint.leavesSession)) ??
      (await admitSetup(endpoint, request, find))
    // guard: server/test/api/callers.test.ts
    if (!found) throw endpoint.duringSetup === 'only' ? setUpAlready() : authenticationFailure()
    enter(request, reply, found)
  }

  return async (request: FastifyRequest, reply: FastifyReply) => {
    request.accessVersion = options.access.version
    // Public calls look up no user: the liveness probe responds while the database does not.
    if (endpoint.roles === 'public')
      return endpoint.rejectsCrossSite ? rejectCrossSite(request, publicUrl) : undefined
    const caller = knownCaller(request, methods, find)
    if (caller) enter(request, reply, { caller })
    else await admit(request, reply)
  }
}

const rolesOf = (endpoint: AnyEndpoint, { readersToo }: AdmissionOptions): Access =>
  readersToo && endpoint.readOnly && Array.isArray(endpoint.roles)
    ? [...endpoint.roles, 'read']
    : endpoint.roles

/**
 * For an ongoing call: why the same caller would be refused now, or would see something else than
 * at its beginning. Asking prolongs no session.
 */
// guards: admission.test.ts
export async function admissionProblem(
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  options: AdmissionOptions,
): Promise<AppError | undefined> {
  const found = await authenticate(request, options.methods, options.find, false)
  const { caller } = request
  if (!found || found.caller.organization !== caller?.organization) return authenticationFailure()
  if (found.caller.mustSetUpSecondFactor && !isPartOfSetUp(endpoint)) return setUpFirst()
  const isSame = found.caller.roles.join() === caller.roles.join()
  const mayStill = mayCall(found.caller.roles, rolesOf(endpoint, options))
  // A stream was filtered by the roles at its beginning; a user with other roles now opens it
  // again.
  // guard (open = undefined): admission.test.ts
  return mayStill && (isSame || endpoint.answer !== 'events') ? undefined : insufficientRights()
}

async function admitSetup(
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  find: FindCaller,
): Promise<Authenticated | undefined> {
  if (!endpoint.duringSetup) return undefined
  const header = request.headers['x-setup-token']
  const token = Array.isArray(header) ? header[0] : header
  const isLocal = isLocalCall(request) && !isCrossSite(request, undefined)
  const caller = await find.duringSetup(token, isLocal)
  return caller && { caller }
}

/**
 * Clients of today's platform name their organization in a header. Ours have one: answering for it when
 * another was named would write into the wrong place.
 */
function refuseOtherOrganization({ headers }: FastifyRequest, { organization }: Caller): void {
  const { 'x-organisation': header } = headers
  const asked = Array.isArray(header) ? header[0] : header
  if (!asked || asked === organization || decoded(asked) === organization) return
  // What is called `admin` there is our home of the superadmins.
  if (asked === 'admin' && organization === homeOrganization) return
  throw notAllowed(`X-Organisation is not your organization. Yours is ${organization}`)
}

/** A header holds ASCII; names may be in any script. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
