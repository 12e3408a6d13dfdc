/**
 * Routes of Cortex 4 and TheHive 4, and those of TheHive 5 that its public Python client calls. Facts
 * only: a method and a path, `{}` where a name stands. `docs/compatibility.md` follows from it.
 */
export interface RouteList {
  readonly title: string
  readonly about: string
  readonly routes: string
}

export const routeLists: readonly RouteList[] = [
  {
    title: 'Cortex',
    about: 'The engine.',
    routes: `
GET /api/health
GET /api/alive
GET /api/status
POST /api/login
GET /api/logout
GET /api/ssoLogin
POST /api/ssoLogin
POST /api/maintenance/migrate
GET /api/user
POST /api/user
POST /api/user/_search
GET /api/user/current
GET /api/user/{}
PATCH /api/user/{}
DELETE /api/user/{}
POST /api/user/{}/password/set
POST /api/user/{}/password/change
GET /api/user/{}/key
DELETE /api/user/{}/key
POST /api/user/{}/key/renew
POST /api/user/{}/key/set
GET /api/organization
POST /api/organization
POST /api/organization/_search
POST /api/organization/_stats
GET /api/organization/{}
PATCH /api/organization/{}
DELETE /api/organization/{}
GET /api/organization/user
POST /api/organization/user/_search
GET /api/organization/{}/user
POST /api/organization/{}/user/_search
GET /api/organization/analyzer
GET /api/organization/analyzer/_search
POST /api/organization/analyzer/{}
GET /api/organization/responder
GET /api/organization/responder/_search
POST /api/organization/responder/{}
GET /api/analyzer
POST /api/analyzer/_search
GET /api/analyzer/{}
PATCH /api/analyzer/{}
DELETE /api/analyzer/{}
POST /api/analyzer/{}/run
GET /api/analyzer/type/{}
GET /api/analyzerdefinition
POST /api/analyzerdefinition/scan
GET /api/analyzerconfig
GET /api/analyzerconfig/{}
PATCH /api/analyzerconfig/{}
GET /api/responder
POST /api/responder/_search
GET /api/responder/{}
PATCH /api/responder/{}
DELETE /api/responder/{}
POST /api/responder/{}/run
GET /api/responder/type/{}
GET /api/responderdefinition
POST /api/responderdefinition/scan
GET /api/responderconfig
GET /api/responderconfig/{}
PATCH /api/responderconfig/{}
GET /api/job
POST /api/job/_search
POST /api/job/status
GET /api/job/{}
DELETE /api/job/{}
GET /api/job/{}/report
GET /api/job/{}/waitreport
GET /api/job/{}/artifacts
POST /api/stream
GET /api/stream/status
GET /api/stream/{}
GET /api/datastore/{}
GET /api/datastorezip/{}
GET /api/alert
GET /api/list
GET /api/list/{}
POST /api/list/{}
PATCH /api/list/{}
DELETE /api/list/{}
POST /api/list/{}/_exists
GET /modules
POST /query`,
  },
  {
    title: 'TheHive 4, version 0',
    about: 'Under `/api` and under `/api/v0`; a call that has only one of the two says so.',
    routes: `
GET /api/status
GET /api/health
POST /api/login
GET /api/logout
POST /api/logout
POST /api/_stats
POST /api/v0/query
GET /api/alert
POST /api/alert
POST /api/alert/_search
POST /api/alert/_stats
GET /api/alert/{}
PATCH /api/alert/{}
DELETE /api/alert/{}
POST /api/alert/delete/_bulk
POST /api/alert/merge/_bulk
POST /api/alert/{}/merge/{}
POST /api/alert/{}/markAsRead
POST /api/alert/{}/markAsUnread
POST /api/alert/{}/follow
POST /api/alert/{}/unfollow
POST /api/alert/{}/createCase
POST /api/alert/{}/artifact
GET /api/alert/artifact/{}
PATCH /api/alert/artifact/_bulk
PATCH /api/alert/artifact/{}
DELETE /api/alert/artifact/{}
GET /api/case
POST /api/case
POST /api/case/_search
POST /api/case/_stats
PATCH /api/case/_bulk
GET /api/case/{}
PATCH /api/case/{}
DELETE /api/case/{}
DELETE /api/case/{}/force
POST /api/case/{}/_merge/{}
GET /api/case/{}/links
GET /api/case/template
POST /api/case/template
POST /api/case/template/_search
POST /api/case/template/_stats
GET /api/case/template/{}
PATCH /api/case/template/{}
DELETE /api/case/template/{}
GET /api/case/task
POST /api/case/task/_search
POST /api/case/task/_stats
POST /api/case/{}/task
POST /api/case/{}/task/_search
GET /api/case/task/{}
PATCH /api/case/task/{}
POST /api/case/task/{}/log
POST /api/case/task/log/_search
POST /api/case/task/log/_stats
PATCH /api/case/task/log/{}
DELETE /api/case/task/log/{}
POST /api/case/{}/artifact
POST /api/case/artifact/_search
POST /api/case/artifact/_stats
PATCH /api/case/artifact/_bulk
GET /api/case/artifact/{}
PATCH /api/case/artifact/{}
DELETE /api/case/artifact/{}
GET /api/case/artifact/{}/similar
POST /api/case/{}/shares
GET /api/case/{}/shares
DELETE /api/case/{}/shares
DELETE /api/case/shares
DELETE /api/case/share/{}
PATCH /api/case/share/{}
POST /api/case/task/{}/shares
GET /api/case/{}/task/{}/shares
DELETE /api/task/{}/shares
POST /api/case/artifact/{}/shares
GET /api/case/{}/observable/{}/shares
DELETE /api/observable/{}/shares
GET /api/audit
POST /api/audit/_search
POST /api/audit/_stats
GET /api/flow
GET /api/config
GET /api/config/{}
PUT /api/config/{}
GET /api/config/user
GET /api/config/user/{}
PUT /api/config/user/{}
GET /api/config/organisation
GET /api/config/organisation/{}
PUT /api/config/organisation/{}
GET /api/customField
POST /api/customField
GET /api/customField/{}
PATCH /api/customField/{}
DELETE /api/customField/{}
POST /api/customFields/_search
POST /api/customFields/_stats
GET /api/customFields/{}/use
GET /api/dashboard
POST /api/dashboard
POST /api/dashboard/_search
POST /api/dashboard/_stats
GET /api/dashboard/{}
PATCH /api/dashboard/{}
DELETE /api/dashboard/{}
GET /api/datastore/{}
GET /api/datastorezip/{}
GET /api/describe/_all
GET /api/describe/{}
GET /api/list
GET /api/list/{}
POST /api/list/{}
PATCH /api/list/{}
DELETE /api/list/{}
POST /api/list/{}/_exists
GET /api/observable/type
POST /api/observable/type
POST /api/observable/type/_search
POST /api/observable/type/_stats
GET /api/observable/type/{}
DELETE /api/observable/type/{}
GET /api/organisation
POST /api/organisation
POST /api/organisation/_search
POST /api/organisation/_stats
GET /api/organisation/{}
PATCH /api/organisation/{}
PUT /api/organisation/{}/link/{}
DELETE /api/organisation/{}/link/{}
PUT /api/organisation/{}/links
GET /api/organisation/{}/links
POST /api/page
POST /api/page/_search
POST /api/page/_stats
GET /api/page/{}
PATCH /api/page/{}
DELETE /api/page/{}
GET /api/permission
GET /api/profile
POST /api/profile
POST /api/profile/_search
POST /api/profile/_stats
GET /api/profile/{}
PATCH /api/profile/{}
DELETE /api/profile/{}
POST /api/stream
GET /api/stream/status
GET /api/stream/{}
GET /api/tag
POST /api/tag/_search
POST /api/tag/_stats
GET /api/tag/{}
GET /api/user
POST /api/user
POST /api/user/_search
POST /api/user/_stats
GET /api/user/current
GET /api/user/{}
PATCH /api/user/{}
DELETE /api/user/{}
DELETE /api/user/{}/force
POST /api/user/{}/password/set
POST /api/user/{}/password/change
GET /api/user/{}/key
DELETE /api/user/{}/key
POST /api/user/{}/key/renew`,
  },
  {
    title: 'TheHive 4, version 1',
    about: '',
    routes: `
GET /api/v1/status
POST /api/v1/login
GET /api/v1/logout
POST /api/v1/logout
POST /api/v1/auth/totp/set
POST /api/v1/auth/totp/unset
POST /api/v1/auth/totp/unset/{}
POST /api/v1/query
GET /api/v1/admin/check/stats
GET /api/v1/admin/check/{}/trigger
POST /api/v1/admin/check/{}/global/trigger
POST /api/v1/admin/check/{}/dedup/trigger
POST /api/v1/admin/check/cancel
GET /api/v1/admin/index/status
POST /api/v1/admin/index/{}/reindex
POST /api/v1/admin/index/{}/rebuild
GET /api/v1/admin/log/set/{}/{}
POST /api/v1/admin/schema/repair/{}
POST /api/v1/admin/schema/info/{}
GET /api/v1/monitor/disk
POST /api/v1/alert
GET /api/v1/alert/{}
PATCH /api/v1/alert/{}
POST /api/v1/alert/{}/read
POST /api/v1/alert/{}/unread
POST /api/v1/alert/{}/follow
POST /api/v1/alert/{}/unfollow
POST /api/v1/alert/{}/case
POST /api/v1/alert/{}/artifact
POST /api/v1/alert/fixCaseLink
POST /api/v1/case
GET /api/v1/case/{}
PATCH /api/v1/case/{}
DELETE /api/v1/case/{}
POST /api/v1/case/_merge/{}
DELETE /api/v1/case/customField/{}
POST /api/v1/case/{}/observable
GET /api/v1/observable/{}
PATCH /api/v1/observable/{}
DELETE /api/v1/observable/{}
PATCH /api/v1/observable/_bulk
PUT /api/v1/observable/type/update/{}/{}
GET /api/v1/observable/type/{}
POST /api/v1/observable/type
DELETE /api/v1/observable/type/{}
GET /api/v1/caseTemplate
POST /api/v1/caseTemplate
GET /api/v1/caseTemplate/{}
PATCH /api/v1/caseTemplate/{}
GET /api/v1/task
POST /api/v1/task
GET /api/v1/task/{}
PATCH /api/v1/task/{}
PATCH /api/v1/task/_bulk
GET /api/v1/task/{}/actionRequired
PUT /api/v1/task/{}/actionRequired/{}
PUT /api/v1/task/{}/actionDone/{}
POST /api/v1/task/{}/log
PATCH /api/v1/log/{}
DELETE /api/v1/log/{}
GET /api/v1/customField
POST /api/v1/customField
GET /api/v1/audit
POST /api/v1/pattern/import/attack
GET /api/v1/pattern/{}
GET /api/v1/pattern/case/{}
DELETE /api/v1/pattern/{}
POST /api/v1/procedure
GET /api/v1/procedure/{}
PATCH /api/v1/procedure/{}
DELETE /api/v1/procedure/{}
POST /api/v1/profile
GET /api/v1/profile/{}
PATCH /api/v1/profile/{}
DELETE /api/v1/profile/{}
GET /api/v1/tag/{}
PATCH /api/v1/tag/{}
DELETE /api/v1/tag/{}
POST /api/v1/taxonomy
POST /api/v1/taxonomy/import-zip
GET /api/v1/taxonomy/{}
PUT /api/v1/taxonomy/{}/activate
PUT /api/v1/taxonomy/{}/deactivate
DELETE /api/v1/taxonomy/{}
GET /api/v1/describe/_all
GET /api/v1/describe/{}
DELETE /api/v1/case/shares
POST /api/v1/case/{}/shares
GET /api/v1/case/{}/shares
DELETE /api/v1/case/{}/shares
DELETE /api/v1/case/share/{}
PATCH /api/v1/case/share/{}
POST /api/v1/case/task/{}/shares
GET /api/v1/case/{}/task/{}/shares
DELETE /api/v1/task/{}/shares
POST /api/v1/observable/{}/shares
GET /api/v1/case/{}/observable/{}/shares
DELETE /api/v1/observable/{}/shares
POST /api/v1/organisation
GET /api/v1/organisation/{}
PATCH /api/v1/organisation/{}
POST /api/v1/user
GET /api/v1/user/current
GET /api/v1/user/{}
PATCH /api/v1/user/{}
DELETE /api/v1/user/{}
DELETE /api/v1/user/{}/force
POST /api/v1/user/{}/password/set
POST /api/v1/user/{}/password/change
GET /api/v1/user/{}/key
DELETE /api/v1/user/{}/key
POST /api/v1/user/{}/key/renew
GET /api/v1/user/{}/avatar/{}
POST /api/v1/user/{}/reset`,
  },
  {
    title: 'Connectors of TheHive 4',
    about: 'Those of `cortex` exist under `/api/connector/engine` as well.',
    routes: `
GET /api/connector/cortex/action
POST /api/connector/cortex/action
POST /api/connector/cortex/action/_search
POST /api/connector/cortex/action/_stats
GET /api/connector/cortex/action/{}/{}
GET /api/connector/cortex/analyzer
GET /api/connector/cortex/analyzer/{}
GET /api/connector/cortex/analyzer/type/{}
POST /api/connector/cortex/job
POST /api/connector/cortex/job/_search
POST /api/connector/cortex/job/_stats
GET /api/connector/cortex/job/{}
GET /api/connector/cortex/responder/{}/{}
POST /api/connector/cortex/responder/_search
GET /api/connector/cortex/analyzer/template/content/{}
POST /api/connector/cortex/analyzer/template/_import
POST /api/connector/cortex/analyzer/template/_search
POST /api/connector/cortex/analyzer/template
GET /api/connector/cortex/analyzer/template/{}
PATCH /api/connector/cortex/analyzer/template/{}
DELETE /api/connector/cortex/analyzer/template/{}
GET /api/connector/cortex/report/template/content/{}
POST /api/connector/cortex/report/template/_import
POST /api/connector/cortex/report/template/_search
POST /api/connector/cortex/report/template
GET /api/connector/cortex/report/template/{}
PATCH /api/connector/cortex/report/template/{}
DELETE /api/connector/cortex/report/template/{}
GET /api/connector/misp/_syncAlerts
POST /api/connector/misp/export/{}/{}`,
  },
  {
    title: 'TheHive 5, as its Python client calls it',
    about: 'Beyond the calls that version 4 has already.',
    routes: `
DELETE /api/v1/alert/{}
PATCH /api/v1/alert/_bulk
POST /api/v1/alert/delete/_bulk
POST /api/v1/alert/merge/_bulk
POST /api/v1/alert/{}/merge/{}
POST /api/v1/alert/{}/import/{}
POST /api/v1/alert/{}/observable
GET /api/v1/alert/{}/similar/{}/observables
POST /api/v1/alert/{}/attachments
GET /api/v1/alert/{}/attachment/{}/download
DELETE /api/v1/alert/{}/attachment/{}
POST /api/v1/alert/{}/comment
POST /api/v1/alert/{}/procedure
PATCH /api/v1/case/_bulk
DELETE /api/v1/case/{}/alert/{}
POST /api/v1/case/{}/observable/_merge
GET /api/v1/case/{}/links
GET /api/v1/case/{}/similar/{}/observables
POST /api/v1/case/import
GET /api/v1/case/{}/export
GET /api/v1/case/{}/timeline
POST /api/v1/case/{}/customEvent
PATCH /api/v1/customEvent/{}
DELETE /api/v1/customEvent/{}
POST /api/v1/case/{}/attachments
GET /api/v1/case/{}/attachment/{}/download
DELETE /api/v1/case/{}/attachment/{}
POST /api/v1/case/{}/comment
PATCH /api/v1/comment/{}
DELETE /api/v1/comment/{}
POST /api/v1/case/{}/procedure
POST /api/v1/case/{}/page
PATCH /api/v1/case/{}/page/{}
DELETE /api/v1/case/{}/page/{}
POST /api/v1/pageTemplate
PATCH /api/v1/pageTemplate/{}
DELETE /api/v1/pageTemplate/{}
PUT /api/v1/case/{}/shares
POST /api/v1/caseStatus
PATCH /api/v1/caseStatus/{}
DELETE /api/v1/caseStatus/{}
POST /api/v1/alertStatus
PATCH /api/v1/alertStatus/{}
DELETE /api/v1/alertStatus/{}
POST /api/v1/case/{}/task
DELETE /api/v1/task/{}
POST /api/v1/log/{}/attachments
DELETE /api/v1/log/{}/attachments/{}
GET /api/v1/observable/{}/attachment/{}/download
DELETE /api/v1/caseTemplate/{}
PATCH /api/v1/customField/{}
DELETE /api/v1/customField/{}
PUT /api/v1/user/{}/organisations
DELETE /api/v1/organisation/{}
GET /api/v1/organisation/{}/links
PUT /api/v1/organisation/{}/links
PUT /api/v1/organisation/{}/link/{}
GET /api/v1/sharingProfile
POST /api/v1/connector/cortex/job/_bulk
GET /api/v1/connector/misp/status
GET /api/v1/connector/misp/_syncAlerts
POST /api/v1/connector/misp/export/{}/{}
POST /api/v1/connector/misp/case/import`,
  },
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
