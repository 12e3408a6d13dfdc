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

/** Routes that are not supported by design, and why. A trailing `*` matches every route with that prefix. */
export const unsupported: Readonly<Record<string, string>> = {
  'POST /api/profile': 'returns 400: a profile is a role, and roles are fixed',
  'PATCH /api/profile/{}': 'returns 400: a profile is a role, and roles are fixed',
  'DELETE /api/profile/{}': 'returns 400: a profile is a role, and roles are fixed',
  'POST /api/v1/profile': 'returns 400: a profile is a role, and roles are fixed',
  'PATCH /api/v1/profile/{}': 'returns 400: a profile is a role, and roles are fixed',
  'DELETE /api/v1/profile/{}': 'returns 400: a profile is a role, and roles are fixed',
  'GET /api/v1/admin/*': 'repairs a graph database; use `assay doctor`',
  'POST /api/v1/admin/*': 'repairs a graph database; use `assay doctor`',
  'GET /api/v1/monitor/disk': 'use `/metrics` and `/api/health`',
  'GET /api/flow': 'activity feed of TheHive’s page; use `/api/events` or `/api/v1/audit`',
  'GET /api/config/organisation*':
    'settings and notifications of TheHive’s page; for webhooks use `/api/webhook`',
  'PUT /api/config/organisation*':
    'settings and notifications of TheHive’s page; for webhooks use `/api/webhook`',
  'GET /api/config*': 'settings of TheHive’s page; use the settings file',
  'PUT /api/config*': 'settings of TheHive’s page; use the settings file',
  'POST /api/v1/auth/totp/*':
    'requires no password and returns no recovery codes; use `/api/user/{}/secondFactor`',
  'DELETE /api/v1/case/customField/{}':
    'custom field values have no ids here; change `customFields` of the case',
  'PUT /api/v1/observable/type/update/{}/{}':
    'rewrites observables of all organizations; change their `dataType`, also with `_bulk`',
  'POST /api/v1/taxonomy*':
    'tags need no taxonomy: `namespace:predicate="value"` works without one',
  'GET /api/v1/taxonomy*': 'tags need no taxonomy: `namespace:predicate="value"` works without one',
  'PUT /api/v1/taxonomy*': 'tags need no taxonomy: `namespace:predicate="value"` works without one',
  'DELETE /api/v1/taxonomy*':
    'tags need no taxonomy: `namespace:predicate="value"` works without one',
  'POST /api/v1/alert/fixCaseLink': 'repairs a graph database; links cannot break here',
}
