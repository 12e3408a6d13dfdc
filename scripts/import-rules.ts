/**
 * Which folder may import which: the one table of the import rules, checked by `imports.ts` as a step
 * of `npm run check`. A folder without a row is refused, and so is a circle, even of types alone.
 * docs/architecture.md draws and explains it.
 */
export interface ImportRules {
  /** What each package may import, all of it or one entry, by name: no path leads from one package into another. */
  readonly packages: Rows
  readonly folders: readonly FolderRules[]
  /** Files that import what a variable names, which no rule can be held against. */
  readonly computed: readonly string[]
  /** Folders that may ask which of the two databases it is. */
  readonly askDialect: readonly string[]
}

/** Importer → what it may import, separated by spaces. */
export type Rows = Readonly<Record<string, string>>

export interface FolderRules {
  readonly root: string
  /**
   * Folders and files of the root; `.` means all files without a row, `*` all such folders. Among what may
   * be imported `*` is every folder.
   */
  readonly rows: Rows
  /**
   * In addition, types only, which never count as a cycle between folders: `deps.ts` is what all
   * modules are handed, so it is below them, and names the types of its members where they are.
   */
  readonly types?: Rows
}

const server: FolderRules = {
  root: 'server/src',
  rows: {
    'deps.ts': '',
    domain: '',
    settings: 'domain',
    // What the process is: its log, metrics, traces, signals, version.
    process: 'domain settings',
    // The one loop for work that no request waits for; the modules say what is to be done.
    background: 'domain process',
    http: 'domain process',
    storage: 'domain process',
    identity: 'background deps.ts domain http settings storage',
    events: 'deps.ts domain http storage',
    knowledge: 'background deps.ts domain http identity settings storage',
    // The tools of AI agents: calls of the others inside of the process, so it knows none of them.
    mcp: 'deps.ts domain http process',
    system: 'background deps.ts domain http identity process storage',
    // Two servers in one process: they meet over HTTP.
    engine: 'background deps.ts domain http identity process settings storage',
    platform: 'background deps.ts domain http identity process settings storage',
    demo: 'deps.ts domain engine identity knowledge platform settings storage',
    'configured.ts': 'deps.ts settings storage',
    commands: `configured.ts deps.ts domain engine events identity knowledge platform process settings storage`,
    'app.ts': 'deps.ts engine events http identity knowledge mcp platform system',
    'serve.ts': `app.ts background configured.ts demo deps.ts domain engine events http identity knowledge platform
      process settings storage`,
    'cli.ts': 'commands process serve.ts settings',
    'main.ts': 'cli.ts process',
  },
  types: { 'deps.ts': 'background events identity settings storage' },
}

/** One folder for each command; none knows another. */
const commands: FolderRules = {
  root: 'server/src/commands',
  rows: {
    'secret-input.ts': '',
    'terminal-text.ts': '',
    apply: 'secret-input.ts',
    backup: 'secret-input.ts',
    blobs: '',
    doctor: '',
    drain: '',
    import: 'secret-input.ts terminal-text.ts',
    key: '',
    mcp: 'secret-input.ts',
    retention: '',
    scan: '',
    user: '',
    'with-database.ts': 'backup blobs drain import key retention user',
  },
}

/** What is known of observables: each, together, and over time. */
const knowledge: FolderRules = {
  root: 'server/src/knowledge',
  rows: {
    values: '',
    investigations: 'values',
    known: 'values',
    notices: 'values',
    outbox: '',
    channels: 'outbox',
    verdicts: 'values watches',
    views: '',
    watches: 'values',
  },
}

const storage: FolderRules = {
  root: 'server/src/storage',
  rows: {
    tables: '',
    common: '',
    sqlite: 'common',
    postgres: 'common',
    'database.ts': 'common postgres sqlite tables',
    rows: 'common database.ts sqlite tables',
    search: 'common database.ts rows tables',
    schema: 'common database.ts postgres',
    blobs: 'common database.ts postgres tables',
  },
}

const engine: FolderRules = {
  root: 'server/src/engine',
  rows: {
    'deps.ts': '',
    configurations: '',
    catalogue: 'deps.ts',
    'analyzer-sets': 'deps.ts',
    'block-lists': 'deps.ts',
    resources: 'configurations deps.ts',
    workers: 'catalogue configurations deps.ts resources',
    values: 'deps.ts',
    // Rows of jobs and of what belongs to them; what moves them is above.
    'job-rows': '',
    // The one place that knows which database moves jobs on.
    queue: 'block-lists job-rows values',
    budgets: 'configurations deps.ts job-rows queue workers',
    jobs: 'budgets deps.ts gates job-rows queue values workers',
    misp: 'deps.ts job-rows jobs workers',
    rechecks: 'deps.ts jobs',
    'threat-feeds': 'deps.ts job-rows resources',
    // What responders must not be run on, and what holds for each of them.
    protection: 'deps.ts workers',
    // Whether a responder may start: asked when it is submitted, and right before it starts.
    gates: 'deps.ts job-rows protection queue workers',
    events: 'deps.ts job-rows jobs',
    // The ways to run a program; they know no queue.
    runners: 'catalogue deps.ts',
    responses: 'budgets deps.ts gates job-rows jobs protection workers',
    execution: `budgets catalogue configurations deps.ts gates job-rows jobs queue resources runners threat-feeds
      values workers`,
    nodes: 'catalogue deps.ts job-rows queue runners workers',
    'work.ts': 'budgets deps.ts execution job-rows nodes runners',
    'open.ts': 'catalogue deps.ts execution jobs nodes queue resources runners work.ts',
    'engine.ts': `analyzer-sets budgets catalogue deps.ts events execution block-lists jobs misp nodes open.ts protection rechecks
      resources responses runners threat-feeds values workers work.ts`,
  },
  types: { 'deps.ts': 'catalogue execution job-rows jobs queue resources runners' },
}

/** What every entity of the platform may use: it is changed, searched and shown. */
const entity = 'changes deps.ts entity models render rows.ts'

const platform: FolderRules = {
  root: 'server/src/platform',
  rows: {
    'deps.ts': '',
    'rows.ts': '',
    engines: 'deps.ts',
    models: '',
    render: 'rows.ts',
    deliveries: '',
    changes: 'deliveries',
    webhooks: 'changes deliveries deps.ts render',
    // What follows from the declaration of an entity in the contract.
    entity: 'changes',
    parents: 'changes entity rows.ts',
    tags: entity,
    'custom-fields': entity,
    'observable-types': entity,
    audit: 'render',
    organizations: 'deps.ts models render rows.ts',
    profiles: 'deps.ts models render',
    users: 'deps.ts models render',
    lists: 'changes custom-fields deps.ts observable-types render rows.ts',
    comments: `${entity} parents`,
    attachments: `${entity} parents`,
    patterns: `${entity} parents`,
    shares: 'changes deps.ts organizations parents render rows.ts',
    statuses: entity,
    timeline: `${entity} parents`,
    pages: `${entity} parents`,
    'case-links': 'changes deps.ts parents rows.ts',
    reports: `${entity} parents shares timeline`,
    dashboards: entity,
    procedures: `${entity} parents patterns`,
    tasks: `${entity} attachments parents shares`,
    observables: `${entity} observable-types parents shares tags`,
    'analyzer-templates': `${entity} observables`,
    'case-templates': `${entity} custom-fields pages tags tasks`,
    // When cases are due: asked where they are created, changed and merged.
    clocks: `${entity} case-templates parents shares`,
    // What happened and what is open, counted by the database.
    desk: 'deps.ts',
    cases: `${entity} case-links case-templates clocks comments custom-fields observables pages parents shares statuses tags tasks`,
    alerts: `${entity} attachments case-templates cases custom-fields observables parents procedures shares statuses tags`,
    mail: `${entity} alerts attachments comments observable-types observables parents`,
    mailboxes: 'attachments changes comments deps.ts mail parents render',
    'case-archives': `${entity} attachments case-links cases comments observable-types observables pages parents procedures tasks
      timeline`,
    misp: 'alerts case-templates cases changes comments deps.ts engines observable-types observables parents render rows.ts',
    tracking: 'changes deps.ts engines',
    analyses: `${entity} engines observables parents tracking`,
    actions: `${entity} alerts cases comments engines observables parents tasks tracking`,
    query: `actions alerts analyses analyzer-templates attachments audit case-links case-templates cases comments custom-fields dashboards deps.ts models
      observable-types observables organizations pages parents patterns procedures profiles render rows.ts shares statuses tags tasks
      users`,
    // Rules: above all that they act on.
    automation: `actions alerts analyses cases changes comments deps.ts engines observables parents query rows.ts tasks
      tracking`,
    'platform.ts': `actions alerts analyses analyzer-templates attachments automation case-archives case-links case-templates cases clocks comments custom-fields dashboards deps.ts desk engines
      lists mail mailboxes misp observable-types observables organizations pages patterns procedures profiles query reports shares statuses
      tags tasks timeline tracking users webhooks`,
  },
  types: { 'deps.ts': 'engines' },
}

const contract: FolderRules = {
  root: 'contract/src',
  rows: {
    detect: '',
    findings: '',
    headline: '. findings',
    platform: '. verdicts',
    verdicts: '. headline',
    // Types of what is in a report, and how it is written.
    report: '. detect platform',
    '.': 'detect findings headline platform verdicts',
  },
}

/** What programs install: it knows the contract and no other source here. */
const client: FolderRules = {
  root: 'client/src',
  rows: { '.': '' },
}

/** One folder for each built-in; a few take the rules of another one for names, links or scripts. */
const analyzers: FolderRules = {
  root: 'analyzers/src',
  rows: {
    kit: '',
    formats: 'kit',
    '*': 'formats kit',
    document: 'formats kit qr',
    filename: 'formats kit url',
    'mail-address': 'domain kit',
    mail: 'archive certificate domain formats kit url',
    page: 'domain formats kit script',
    shortcut: 'formats kit script',
    url: 'domain formats kit',
    gallery: 'archive certificate document domain executable formats kit mail qr',
    'descriptions.ts': '*',
    'index.ts': 'descriptions.ts kit',
  },
}

const web: FolderRules = {
  root: 'web/src',
  rows: { base: '', shared: 'base', screens: 'base shared', app: 'base screens shared' },
}

const webBase: FolderRules = {
  root: 'web/src/base',
  rows: {
    styles: '',
    texts: '',
    routing: '',
    connection: '',
    '.': 'connection routing texts ui',
    model: '. texts',
    session: '.',
    ui: '. model routing session texts',
    data: '. model routing',
    live: 'data model routing',
  },
}

/** What several screens are made of. */
const webShared: FolderRules = {
  root: 'web/src/shared',
  rows: {
    budgets: '',
    catalogue: 'charts',
    charts: '',
    export: '',
    jobs: 'budgets export list response',
    list: '',
    notices: '',
    relations: '',
    response: 'list',
    responses: 'rules',
    rules: 'response',
    users: 'list response',
    verdicts: 'watch',
    watch: '',
  },
}

/** Screens that use parts of others: this list may only shrink. */
const webScreens: FolderRules = {
  root: 'web/src/screens',
  rows: {
    '*': '',
    search: 'settings',
    report: 'analysis',
    cases: 'report',
    alerts: 'analysis cases',
    overview: 'investigation setup',
    compare: 'analysis',
    investigation: 'analysis cases value',
    observables: 'analysis cases investigation',
    value: 'analysis cases compare report',
    activity: 'overview value',
    platform: 'organization setup',
    settings: 'account organization platform',
  },
}

const webApp: FolderRules = {
  root: 'web/src/app',
  rows: {
    login: '',
    'routes.tsx': '',
    frame: 'login routes.tsx',
    'app.tsx': 'frame login routes.tsx',
    'main.tsx': 'app.tsx',
  },
}

export const importRules: ImportRules = {
  packages: {
    contract: '',
    analyzers: 'contract',
    client: 'contract',
    server: 'analyzers contract',
    // What built-ins say about themselves, and none of their code.
    web: 'analyzers/descriptions contract',
  },
  folders: [
    server,
    commands,
    knowledge,
    storage,
    engine,
    platform,
    contract,
    client,
    analyzers,
    web,
    webBase,
    webShared,
    webScreens,
    webApp,
  ],
  computed: ['analyzers/src/index.ts', 'server/src/engine/runners/builtin/builtin-thread.ts'],
  askDialect: [
    'server/src/storage',
    'server/src/engine/queue',
    'server/src/commands/backup',
    'server/src/commands/key',
  ],
}
