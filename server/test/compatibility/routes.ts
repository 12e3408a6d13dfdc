import { cortexRoutes } from './cortex-routes.ts'
import type { RouteList } from './route-list.ts'
import { theHive4ConnectorRoutes, theHive4V0Routes, theHive4V1Routes } from './thehive-4-routes.ts'
import { theHive5Routes } from './thehive-5-routes.ts'

export const routeLists: readonly RouteList[] = [
  cortexRoutes,
  theHive4V0Routes,
  theHive4V1Routes,
  theHive4ConnectorRoutes,
  theHive5Routes,
]

/** What is not answered on purpose, and why. A route that ends with `*` stands for all that begin so. */
export const refused: Readonly<Record<string, string>> = {
  'POST /api/profile': 'answers 400: a profile is a role, and roles are fixed',
  'PATCH /api/profile/{}': 'answers 400: a profile is a role, and roles are fixed',
  'DELETE /api/profile/{}': 'answers 400: a profile is a role, and roles are fixed',
  'POST /api/v1/profile': 'answers 400: a profile is a role, and roles are fixed',
  'PATCH /api/v1/profile/{}': 'answers 400: a profile is a role, and roles are fixed',
  'DELETE /api/v1/profile/{}': 'answers 400: a profile is a role, and roles are fixed',
  'GET /api/v1/admin/*': 'repairs a graph database; use `assay doctor`',
  'POST /api/v1/admin/*': 'repairs a graph database; use `assay doctor`',
  'GET /api/connector/misp/_syncAlerts': 'events are not fetched from MISP; send alerts',
  'GET /api/v1/connector/misp/_syncAlerts': 'events are not fetched from MISP; send alerts',
  'POST /api/v1/connector/misp/case/import': 'events are not fetched from MISP; send alerts',
  'GET /api/v1/monitor/disk': 'use `/metrics` and `/api/health`',
  'GET /api/flow': 'the news column of TheHive’s page; use `/api/events` or `/api/v1/audit`',
  'GET /api/config/organisation*':
    'settings of TheHive’s page and its notifications; webhooks are at `/api/webhook`',
  'PUT /api/config/organisation*':
    'settings of TheHive’s page and its notifications; webhooks are at `/api/webhook`',
  'GET /api/config*': 'settings of TheHive’s page; the server is set up by its own file',
  'PUT /api/config*': 'settings of TheHive’s page; the server is set up by its own file',
  'POST /api/v1/auth/totp/*':
    'takes no password and hands out no recovery codes; use `/api/user/{}/secondFactor`',
  'DELETE /api/v1/case/customField/{}':
    'values have no id of their own here; change `customFields` of the case',
  'PUT /api/v1/observable/type/update/{}/{}':
    'rewrites observables of every organization at once; change `dataType` of observables, by `_bulk` too',
  'POST /api/v1/taxonomy*': 'tags need no taxonomy: `namespace:predicate="value"` works as it is',
  'GET /api/v1/taxonomy*': 'tags need no taxonomy: `namespace:predicate="value"` works as it is',
  'PUT /api/v1/taxonomy*': 'tags need no taxonomy: `namespace:predicate="value"` works as it is',
  'DELETE /api/v1/taxonomy*': 'tags need no taxonomy: `namespace:predicate="value"` works as it is',
  'POST /api/v1/alert/fixCaseLink': 'repairs a graph database; links cannot break here',
}
