import type { Sample } from './permissions.table.ts'

/** Users, organizations and profiles as clients of the platform call them. */
export const peopleTable = `
listUsersV0                 |                             | 401    200  200     200      200        200      401    401
searchUsersV0               |                             | 401    200  200     200      200        200      401    401
currentUserV0               |                             | 401    200  200     200      200        200      401    401
createUserV0                | in alpha                    | 401    403  403     201      201        403      401    401
createUserV0                | in beta                     | 401    403  403     403      201        201      401    401
createUserV0                | admin in cortex             | 401    403  403     403      201        403      401    401
getUserV0                   | me                          | 401    200  200     200      200        200      401    401
getUserV0                   | nora                        | 401    200  200     200      200        404      401    401
updateUserV0                | my name                     | 401    200  200     200      200        200      401    401
updateUserV0                | my roles                    | 401    403  403     403      403        403      401    401
updateUserV0                | nora's status               | 401    403  403     200      200        404      401    401
updateUserV0                | nora to gamma               | 401    403  403     403      200        404      401    401
userStats                   |                             | 401    200  200     200      200        200      401    401
organisationStats           |                             | 401    200  200     200      200        200      401    401
describeAll                 |                             | 401    200  200     200      200        200      401    401
describeAllV1               |                             | 401    200  200     200      200        200      401    401
describe                    | cases                       | 401    200  200     200      404        200      401    401
describeV1                  | users                       | 401    200  200     200      200        200      401    401
searchByType                | cases                       | 401    200  200     200      403        200      401    401
searchByType                | users                       | 401    200  200     200      200        200      401    401
statsOfMany                 | cases                       | 401    200  200     200      403        200      401    401

createUserV1                | in alpha                    | 401    403  403     201      201        403      401    401
createUserV1                | in beta                     | 401    403  403     403      201        201      401    401
createUserV1                | admin in cortex             | 401    403  403     403      201        403      401    401
createUserV1                | admin in alpha              | 401    403  403     403      400        403      401    401
currentUserV1               |                             | 401    200  200     200      200        200      401    401
getUserV1                   | me                          | 401    200  200     200      200        200      401    401
getUserV1                   | nora                        | 401    200  200     200      200        404      401    401
getUserV1                   | one that does not exist     | 401    404  404     404      404        404      401    401
updateUserV1                | my name                     | 401    204  204     204      204        204      401    401
updateUserV1                | my profile                  | 401    403  403     403      403        403      401    401
updateUserV1                | my lock                     | 401    403  403     403      403        403      401    401
updateUserV1                | nora's profile              | 401    403  403     204      204        404      401    401
updateUserV1                | nora's lock                 | 401    403  403     204      204        404      401    401
updateUserV1                | nora to gamma               | 401    403  403     403      204        404      401    401
updateUserV1                | nora to admin               | 401    403  403     403      400        404      401    401
setUserOrganisations        | nora                        | 401    403  403     200      200        404      401    401
setUserOrganisations        | nora to gamma               | 401    403  403     403      200        404      401    401
removeUser                  | me                          | 401    403  403     400      400        400      401    401
removeUser                  | one that does not exist     | 401    403  403     404      404        404      401    401
removeUser                  | nora, who is then gone      | 401    403  403     204      404        404      401    401
getAvatar                   | that nora does not have     | 401    404  404     404      404        404      401    401

listOrganisations           |                             | 401    200  200     200      200        200      401    401
listOrganisationsV1         |                             | 401    200  200     200      200        200      401    401
searchOrganisations         |                             | 401    200  200     200      200        200      401    401
getOrganisation             | alpha                       | 401    200  200     200      200        404      401    401
getOrganisation             | cortex                      | 401    404  404     404      200        404      401    401
getOrganisationV1           | alpha                       | 401    200  200     200      200        404      401    401
getOrganisationV1           | one that does not exist     | 401    404  404     404      404        404      401    401
createOrganisation          |                             | 401    403  403     403      201        403      401    401
createOrganisationV1        |                             | 401    403  403     403      201        403      401    401
updateOrganisation          | alpha                       | 401    403  403     403      204        403      401    401
updateOrganisation          | cortex                      | 401    403  403     403      400        403      401    401
updateOrganisationV1        | alpha                       | 401    403  403     403      204        403      401    401

listProfiles                |                             | 401    200  200     200      200        200      401    401
listProfilesV1              |                             | 401    200  200     200      200        200      401    401
getProfile                  | analyst                     | 401    200  200     200      200        200      401    401
getProfileV1                | analyst                     | 401    200  200     200      200        200      401    401
getProfileV1                | one that does not exist     | 401    404  404     404      404        404      401    401
createProfile               |                             | 401    403  403     403      400        403      401    401
createProfileV1             |                             | 401    403  403     403      400        403      401    401
updateProfile               | analyst, as it is           | 401    403  403     403      204        403      401    401
updateProfileV1             | analyst to less             | 401    403  403     403      400        403      401    401
deleteProfile               | analyst                     | 401    403  403     403      400        403      401    401
deleteProfileV1             | analyst                     | 401    403  403     403      400        403      401    401

getListNames                |                             | 401    200  200     200      200        200      401    401
getList                     | custom fields               | 401    200  200     200      200        200      401    401
getList                     | one that does not exist     | 401    200  200     200      200        200      401    401
isInList                    | data types                  | 401    200  200     200      200        200      401    401
addToList                   | a custom field              | 401    403  403     200      200        200      401    401
addToList                   | a data type                 | 401    403  403     200      200        200      401    401
addToList                   | one that does not exist     | 401    403  403     404      404        404      401    401
updateInList                | one that does not exist     | 401    403  403     404      404        404      401    401
deleteFromList              | a data type, then gone      | 401    403  403     403      204        404      401    401
deleteFromList              | one that does not exist     | 401    403  403     404      404        404      401    401
`

const onUser = (login: string, input = {}) => ({ params: { login }, input })
const of = (id: string, input = {}) => ({ params: { id }, input })
const newUser = (me: string, organisation: string, profile: string) => ({
  input: { login: `${me}-made`, name: 'Made', organisation, profile },
})
const newOrganisation = (me: string) => ({ input: { name: `of-${me}`, description: 'Made' } })
const inList = (name: string, input = {}) => ({ params: { name }, input })
const newProfile = () => ({ input: { name: 'responder', permissions: ['manageAction'] } })

const ofVersion0 = (me: string, organisation: string, role: string) => ({
  input: { login: `${me}-of-0`, name: 'Made', organisation, roles: [role] },
})
const counting = () => ({ input: { stats: [{ _agg: 'count' }] } })

export const peopleSamples: Record<string, (me: string) => Sample> = {
  'createUserV0 in alpha': (me) => ofVersion0(me, 'alpha', 'read'),
  'createUserV0 in beta': (me) => ofVersion0(me, 'beta', 'write'),
  'createUserV0 admin in cortex': (me) => ofVersion0(me, 'cortex', 'admin'),
  'getUserV0 me': (me) => onUser(me),
  'getUserV0 nora': () => onUser('nora'),
  'updateUserV0 my name': (me) => onUser(me, { name: 'Changed' }),
  'updateUserV0 my roles': (me) => onUser(me, { roles: [me === 'rita' ? 'admin' : 'read'] }),
  "updateUserV0 nora's status": () => onUser('nora', { status: 'Locked' }),
  'updateUserV0 nora to gamma': () => onUser('nora', { organisation: 'gamma' }),
  userStats: counting,
  organisationStats: counting,
  'describe cases': () => ({ params: { entity: 'case' } }),
  'describeV1 users': () => ({ params: { entity: 'user' } }),
  'searchByType cases': () => ({ input: { query: { _type: 'case' } } }),
  'searchByType users': () => ({ input: { query: { _type: 'user' } } }),
  'statsOfMany cases': () => ({
    input: { queries: [{ model: 'case', stats: [{ _agg: 'count' }] }] },
  }),
  'createUserV1 in alpha': (me) => newUser(me, 'alpha', 'read-only'),
  'createUserV1 in beta': (me) => newUser(me, 'beta', 'read-only'),
  'createUserV1 admin in cortex': (me) => newUser(me, 'cortex', 'admin'),
  'createUserV1 admin in alpha': (me) => newUser(me, 'alpha', 'admin'),
  'getUserV1 me': (me) => onUser(me),
  'getUserV1 nora': () => onUser('nora'),
  'getUserV1 one that does not exist': () => onUser('nemo'),
  'updateUserV1 my name': (me) => onUser(me, { name: 'Changed' }),
  'updateUserV1 my profile': (me) =>
    onUser(me, { profile: me === 'rita' ? 'org-admin' : 'read-only' }),
  'updateUserV1 my lock': (me) => onUser(me, { locked: true }),
  "updateUserV1 nora's profile": () => onUser('nora', { profile: 'read-only' }),
  "updateUserV1 nora's lock": () => onUser('nora', { locked: true }),
  'updateUserV1 nora to gamma': () => onUser('nora', { organisation: 'gamma' }),
  'updateUserV1 nora to admin': () => onUser('nora', { profile: 'admin' }),
  'setUserOrganisations nora': () =>
    onUser('nora', { organisations: [{ organisation: 'alpha', profile: 'analyst' }] }),
  'setUserOrganisations nora to gamma': () =>
    onUser('nora', { organisations: [{ organisation: 'gamma', profile: 'analyst' }] }),
  'removeUser me': (me) => onUser(me),
  'removeUser one that does not exist': () => onUser('nemo'),
  'removeUser nora, who is then gone': () => onUser('nora'),
  'getAvatar that nora does not have': () => ({ params: { login: 'nora', hash: 'none' } }),

  'getOrganisation alpha': () => of('alpha'),
  'getOrganisation cortex': () => of('cortex'),
  'getOrganisationV1 alpha': () => of('alpha'),
  'getOrganisationV1 one that does not exist': () => of('nowhere'),
  createOrganisation: newOrganisation,
  createOrganisationV1: newOrganisation,
  'updateOrganisation alpha': () => of('alpha', { description: 'Changed' }),
  'updateOrganisation cortex': () => of('cortex', { description: 'Changed' }),
  'updateOrganisationV1 alpha': () => of('alpha', { description: 'Changed' }),

  'getProfile analyst': () => of('analyst'),
  'getProfileV1 analyst': () => of('analyst'),
  'getProfileV1 one that does not exist': () => of('responder'),
  createProfile: newProfile,
  createProfileV1: newProfile,
  'updateProfile analyst, as it is': () => of('analyst', { name: 'analyst' }),
  'updateProfileV1 analyst to less': () => of('analyst', { permissions: ['manageCase'] }),
  'deleteProfile analyst': () => of('analyst'),
  'deleteProfileV1 analyst': () => of('analyst'),

  'getList custom fields': () => inList('custom_fields'),
  'getList one that does not exist': () => inList('none'),
  'isInList data types': () => inList('list_artifactDataType', { key: 'value', value: 'ip' }),
  'addToList a custom field': (me) =>
    inList('custom_fields', { value: { name: `of-${me}`, type: 'number' } }),
  'addToList a data type': (me) => inList('list_artifactDataType', { value: `of-${me}` }),
  'addToList one that does not exist': () => inList('none', { value: 'x' }),
  'updateInList one that does not exist': () => of('~999', { value: { name: 'x' } }),
  'deleteFromList a data type, then gone': () => of('~6'),
  'deleteFromList one that does not exist': () => of('~999'),
}
