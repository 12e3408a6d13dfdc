import { keyOf, passwordOf, people } from '../setup.ts'

/**
 * Who may do what, to be read against §5 of the engine API. Every call of the contract has at least
 * one row. `me` is the caller, `nora` a colleague of read, analyze and orgadmin in `alpha`; the
 * stranger is orgadmin of `beta`, locked and closed are users who may not sign in.
 */
export const table = `
call                        | on what                     | nobody read analyze orgadmin superadmin stranger locked closed

status                      |                             | 200    200  200     200      200        200      200    200
health                      |                             | 200    200  200     200      200        200      200    200
alive                       |                             | 200    200  200     200      200        200      200    200
openapi                     |                             | 200    200  200     200      200        200      200    200
migrate                     |                             | 204    204  204     204      204        204      204    204
sessionStatus               |                             | 200    200  200     200      200        200      200    200
login                       |                             | 401    200  200     200      200        200      401    401
logout                      |                             | 200    200  200     200      200        200      200    200
logoutByPost                |                             | 200    200  200     200      200        200      200    200
ssoLogin                    |                             | 404    404  404     404      404        404      404    404
ssoLoginByPost              |                             | 404    404  404     404      404        404      404    404
signOut                     |                             | 200    200  200     200      200        200      200    200
currentUser                 |                             | 401    200  200     200      200        200      401    401

listOrganizations           |                             | 401    403  403     403      200        403      401    401
searchOrganizations         |                             | 401    403  403     403      200        403      401    401
organizationStats           |                             | 401    403  403     403      200        403      401    401
createOrganization          |                             | 401    403  403     403      201        403      401    401
getOrganization             | alpha                       | 401    200  200     200      200        404      401    401
getOrganization             | cortex                      | 401    404  404     404      200        404      401    401
getOrganization             | one that does not exist     | 401    404  404     404      404        404      401    401
updateOrganization          | alpha                       | 401    403  403     403      200        403      401    401
updateOrganization          | cortex                      | 401    403  403     403      400        403      401    401
deleteOrganization          | gamma                       | 401    403  403     403      204        403      401    401
deleteOrganization          | cortex                      | 401    403  403     403      400        403      401    401

listUsers                   |                             | 401    403  403     403      200        403      401    401
searchUsers                 |                             | 401    403  403     403      200        403      401    401
listAllOrganizationsUsers   |                             | 401    403  403     403      200        403      401    401
searchAllOrganizationsUsers |                             | 401    403  403     403      200        403      401    401
listOrganizationUsers       | alpha                       | 401    403  403     200      200        200      401    401
searchOrganizationUsers     | alpha                       | 401    403  403     200      200        200      401    401

setUp                       |                             | 403    403  403     403      403        403      403    403
createUser                  | in alpha                    | 401    403  403     201      201        403      401    401
createUser                  | in beta                     | 401    403  403     403      201        201      401    401
createUser                  | superadmin in cortex        | 401    403  403     403      201        403      401    401
createUser                  | in a locked organization    | 401    403  403     403      403        403      401    401
getUser                     | me                          | 401    200  200     200      200        200      401    401
getUser                     | nora                        | 401    200  200     200      200        404      401    401
getUser                     | one that does not exist     | 401    404  404     404      404        404      401    401
updateUser                  | my name                     | 401    200  200     200      200        200      401    401
updateUser                  | my roles                    | 401    403  403     403      403        403      401    401
updateUser                  | my status                   | 401    403  403     403      403        403      401    401
updateUser                  | my organization             | 401    403  403     403      403        403      401    401
updateUser                  | nora's name                 | 401    403  403     200      200        404      401    401
updateUser                  | nora's roles                | 401    403  403     200      200        404      401    401
updateUser                  | nora's status               | 401    403  403     200      200        404      401    401
updateUser                  | nora to gamma               | 401    403  403     403      200        404      401    401
updateUser                  | nora to superadmin          | 401    403  403     403      400        404      401    401
deleteUser                  | me                          | 401    403  403     400      400        400      401    401
deleteUser                  | nora                        | 401    403  403     204      204        404      401    401

setPassword                 | nora                        | 401    403  403     204      204        404      401    401
changePassword              | me                          | 401    204  204     204      204        204      401    401
changePassword              | nora                        | 401    403  403     403      403        403      401    401
getKey                      | me                          | 401    200  200     200      200        200      401    401
getKey                      | nora                        | 401    403  403     200      200        404      401    401
renewKey                    | me                          | 401    200  200     200      200        200      401    401
renewKey                    | nora                        | 401    403  403     200      200        404      401    401
setKey                      | me                          | 401    403  403     200      200        200      401    401
setKey                      | nora                        | 401    403  403     200      200        404      401    401
deleteKey                   | me                          | 401    403  403     200      200        200      401    401
deleteKey                   | nora                        | 401    403  403     200      200        404      401    401

listApiKeys                 | me                          | 401    200  200     200      200        200      401    401
listApiKeys                 | nora                        | 401    403  403     200      200        404      401    401
createApiKey                | me                          | 401    201  201     201      201        201      401    401
createApiKey                | nora                        | 401    403  403     201      201        404      401    401
revokeApiKey                | one of mine that is not     | 401    404  404     404      404        404      401    401
revokeApiKey                | one of nora that is not     | 401    403  403     404      404        404      401    401

loginSecondStep             | with a token of nobody      | 400    400  400     400      400        400      400    400
startPasskeyLogin           | without http.publicUrl      | 400    400  400     400      400        400      400    400
passkeyLogin                | with a token of nobody      | 400    400  400     400      400        400      400    400
getSecondFactor             | me                          | 401    200  200     200      200        200      401    401
getSecondFactor             | nora                        | 401    403  403     200      200        404      401    401
resetSecondFactor           | me                          | 401    403  403     400      400        400      401    401
resetSecondFactor           | nora                        | 401    403  403     204      204        404      401    401
startTotp                   | me                          | 401    200  200     200      200        200      401    401
startTotp                   | nora                        | 401    403  403     403      403        403      401    401
confirmTotp                 | one that was not begun      | 401    400  400     400      400        400      401    401
confirmTotp                 | nora                        | 401    403  403     403      403        403      401    401
removeTotp                  | one of mine that is not     | 401    404  404     404      404        404      401    401
removeTotp                  | nora                        | 401    403  403     403      403        403      401    401
startPasskey                | without http.publicUrl      | 401    400  400     400      400        400      401    401
addPasskey                  | with a token of nobody      | 401    400  400     400      400        400      401    401
addPasskey                  | nora                        | 401    403  403     403      403        403      401    401
removePasskey               | one of mine that is not     | 401    404  404     404      404        404      401    401
removePasskey               | nora                        | 401    403  403     403      403        403      401    401
renewRecoveryCodes          | without a second factor     | 401    400  400     400      400        400      401    401
renewRecoveryCodes          | nora                        | 401    403  403     403      403        403      401    401
setSecondFactorRule         | alpha                       | 401    403  403     204      204        404      401    401
setSecondFactorRule         | cortex                      | 401    403  403     404      204        404      401    401

listAudit                   |                             | 401    403  403     200      200        200      401    401
searchAudit                 |                             | 401    403  403     200      200        200      401    401

listNodes                   |                             | 401    403  403     200      200        200      401    401
drainNode                   | one that does not exist     | 401    403  403     403      404        403      401    401
resumeNode                  | one that does not exist     | 401    403  403     403      404        403      401    401
`

export interface Sample {
  params?: Record<string, string>
  input?: Record<string, unknown>
}

const inOrganization = (id: string, input = {}) => ({ params: { id }, input })
const onUser = (login: string, input = {}) => ({ params: { login }, input })
const newUser = (me: string, organization: string, roles: string[]) => ({
  input: { login: `${me}-made`, name: 'Made', organization, roles },
})
const proof = (me: string) => ({ password: passwordOf(me) })
const passkey = { id: 'none', response: {} }
const criteria = { query: { status: 'Active' } }

/** What each row sends, by `call` and `on what`. `me` is the login of the caller. */
export const samples: Record<string, (me: string) => Sample> = {
  login: (me) => ({ input: { user: me, password: passwordOf(me) } }),

  searchOrganizations: () => ({ input: criteria }),
  organizationStats: () => ({ input: { stats: [{ _agg: 'count' }] } }),
  createOrganization: (me) => ({ input: { name: `of-${me}`, description: 'Made' } }),
  'getOrganization alpha': () => inOrganization('alpha'),
  'getOrganization cortex': () => inOrganization('cortex'),
  'getOrganization one that does not exist': () => inOrganization('nowhere'),
  'updateOrganization alpha': () => inOrganization('alpha', { description: 'Changed' }),
  'updateOrganization cortex': () => inOrganization('cortex', { description: 'Changed' }),
  'deleteOrganization gamma': () => inOrganization('gamma'),
  'deleteOrganization cortex': () => inOrganization('cortex'),

  searchUsers: () => ({ input: criteria }),
  searchAllOrganizationsUsers: () => ({ input: criteria }),
  'listOrganizationUsers alpha': () => inOrganization('alpha'),
  'searchOrganizationUsers alpha': () => inOrganization('alpha', criteria),
  setUp: () => ({
    input: {
      organization: { name: 'another' },
      user: { login: 'another', name: 'Another', password: 'a password of another' },
    },
  }),
  'createUser in alpha': (me) => newUser(me, 'alpha', ['read']),
  'createUser in beta': (me) => newUser(me, 'beta', ['read']),
  'createUser superadmin in cortex': (me) => newUser(me, 'cortex', ['superadmin']),
  'createUser in a locked organization': (me) => newUser(me, 'closed', ['read']),
  'getUser me': (me) => onUser(me),
  'getUser nora': () => onUser('nora'),
  'getUser one that does not exist': () => onUser('nemo'),
  'listApiKeys me': (me) => onUser(me),
  'listApiKeys nora': () => onUser('nora'),
  'createApiKey me': (me) => onUser(me, { name: 'made' }),
  'createApiKey nora': (me) => onUser('nora', { name: `made by ${me}` }),
  'revokeApiKey one of mine that is not': (me) => ({ params: { login: me, id: 'none' } }),
  'revokeApiKey one of nora that is not': () => ({ params: { login: 'nora', id: 'none' } }),
  'updateUser my name': (me) => onUser(me, { name: 'Changed' }),
  'updateUser my roles': (me) => onUser(me, { roles: ['read'] }),
  'updateUser my status': (me) => onUser(me, { status: 'Active' }),
  'updateUser my organization': (me) => onUser(me, { organization: 'beta' }),
  "updateUser nora's name": () => onUser('nora', { name: 'Changed' }),
  "updateUser nora's roles": () => onUser('nora', { roles: ['read'] }),
  "updateUser nora's status": () => onUser('nora', { status: 'Locked' }),
  'updateUser nora to gamma': () => onUser('nora', { organization: 'gamma' }),
  'updateUser nora to superadmin': () => onUser('nora', { roles: ['superadmin'] }),
  'deleteUser me': (me) => onUser(me),
  'deleteUser nora': () => onUser('nora'),

  'setPassword nora': () => onUser('nora', { password: 'a new password' }),
  'changePassword me': (me) =>
    onUser(me, { currentPassword: passwordOf(me), password: 'a new password' }),
  'changePassword nora': () =>
    onUser('nora', { currentPassword: passwordOf('nora'), password: 'a new password' }),
  'getKey me': (me) => onUser(me),
  'getKey nora': () => onUser('nora'),
  'renewKey me': (me) => onUser(me),
  'renewKey nora': () => onUser('nora'),
  'setKey me': (me) => onUser(me, { key: keyOf(`new-${me}`) }),
  'setKey nora': () => onUser('nora', { key: keyOf('new-nora') }),
  'deleteKey me': (me) => onUser(me),
  'deleteKey nora': () => onUser('nora'),

  'loginSecondStep with a token of nobody': () => ({ input: { token: 'none', code: '000000' } }),
  'passkeyLogin with a token of nobody': () => ({ input: { token: 'none', passkey } }),
  'getSecondFactor me': (me) => onUser(me),
  'getSecondFactor nora': () => onUser('nora'),
  'resetSecondFactor me': (me) => onUser(me),
  'resetSecondFactor nora': () => onUser('nora'),
  'startTotp me': (me) => onUser(me, proof(me)),
  'startTotp nora': () => onUser('nora', proof('nora')),
  'confirmTotp one that was not begun': (me) => onUser(me, { code: '000000' }),
  'confirmTotp nora': () => onUser('nora', { code: '000000' }),
  'removeTotp one of mine that is not': (me) => onUser(me, proof(me)),
  'removeTotp nora': () => onUser('nora', proof('nora')),
  'startPasskey without http.publicUrl': (me) => onUser(me, proof(me)),
  'addPasskey with a token of nobody': (me) => onUser(me, { token: 'none', name: 'mine', passkey }),
  'addPasskey nora': () => onUser('nora', { token: 'none', name: 'mine', passkey }),
  'removePasskey one of mine that is not': (me) => ({
    params: { login: me, id: 'none' },
    input: proof(me),
  }),
  'removePasskey nora': () => ({ params: { login: 'nora', id: 'none' }, input: proof('nora') }),
  'renewRecoveryCodes without a second factor': (me) => onUser(me, proof(me)),
  'renewRecoveryCodes nora': () => onUser('nora', proof('nora')),
  'setSecondFactorRule alpha': () => inOrganization('alpha', { secondFactor: 'required' }),
  'setSecondFactorRule cortex': () => inOrganization('cortex', { secondFactor: 'required' }),

  searchAudit: () => ({ input: { query: { actor: 'root' } } }),

  'drainNode one that does not exist': () => ({ params: { id: 'none' } }),
  'resumeNode one that does not exist': () => ({ params: { id: 'none' } }),
}

/** The columns of the table; `nobody` has no account. */
export const columns = {
  nobody: undefined,
  read: people.read,
  analyze: people.analyze,
  orgadmin: people.orgadmin,
  superadmin: people.root,
  stranger: people.stranger,
  locked: people.locked,
  closed: people.ofLockedOrganization,
} as const

export type Column = keyof typeof columns
