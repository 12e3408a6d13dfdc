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
    'log.ts': 'domain',
    'metrics.ts': '',
    'repeat.ts': '',
    'self-url.ts': '',
    'signals.ts': 'settings',
    'temporary-folder.ts': '',
    'tracing.ts': '',
    'version.ts': '',
    domain: '',
    settings: 'domain',
    // The one loop for what no request waits for; the modules say what is to be done.
    background: 'domain metrics.ts',
    http: 'domain metrics.ts tracing.ts',
    storage: 'domain metrics.ts repeat.ts version.ts',
    identity: 'background deps.ts domain http settings storage',
    events: 'deps.ts domain http storage',
    datastore: 'deps.ts domain http storage',
    values: 'deps.ts domain http storage',
    investigations: 'deps.ts domain http identity storage values',
    watches: 'deps.ts domain http identity storage values',
    system: 'background deps.ts domain http identity metrics.ts storage version.ts',
    // Two servers in one process: they meet over HTTP.
    engine:
      'background deps.ts domain http identity metrics.ts repeat.ts settings storage tracing.ts version.ts',
    platform: 'background deps.ts domain http identity settings storage',
    scan: 'domain engine',
    'secret-input.ts': '',
    'terminal-text.ts': '',
    apply: 'domain secret-input.ts',
    import:
      'deps.ts domain engine identity platform secret-input.ts settings storage terminal-text.ts',
    backup: 'domain identity secret-input.ts settings storage version.ts',
    blobs: 'storage',
    drain: '',
    retention: '',
    doctor: 'configured.ts engine identity settings storage',
    user: '',
    key: 'engine identity platform settings storage',
    demo: 'deps.ts domain engine identity investigations platform settings storage values watches',
    'app.ts': `datastore deps.ts engine events http identity investigations platform system values
      watches`,
    'configured.ts': 'deps.ts settings storage',
    'commands.ts': `backup blobs configured.ts deps.ts domain drain engine events identity import key log.ts
      retention settings storage user`,
    'serve.ts': `app.ts background configured.ts demo deps.ts domain engine events http identity log.ts platform
      self-url.ts settings signals.ts storage tracing.ts version.ts`,
    'cli.ts': `apply backup blobs commands.ts doctor drain import key retention scan serve.ts settings terminal-text.ts
      user version.ts`,
    'main.ts': 'cli.ts temporary-folder.ts',
  },
  types: { 'deps.ts': 'background events identity settings storage' },
}

const engine: FolderRules = {
  root: 'server/src/engine',
  rows: {
    'deps.ts': '',
    configurations: '',
    catalogue: 'deps.ts',
    'block-lists': 'deps.ts',
    resources: 'configurations deps.ts',
    workers: 'catalogue configurations deps.ts resources',
    values: 'deps.ts',
    // Rows of jobs and of what belongs to them; what moves them is above.
    'job-rows': '',
    // The one place that knows which database moves jobs on.
    queue: 'block-lists job-rows values',
    jobs: 'deps.ts job-rows queue values workers',
    misp: 'deps.ts job-rows jobs workers',
    rechecks: 'deps.ts jobs',
    'threat-feeds': 'deps.ts job-rows resources',
    events: 'deps.ts job-rows jobs',
    execution:
      'block-lists catalogue configurations deps.ts job-rows jobs queue resources threat-feeds values workers',
    nodes: 'catalogue deps.ts execution job-rows queue workers',
    'work.ts': 'deps.ts execution job-rows nodes',
    'open.ts': 'catalogue deps.ts execution jobs nodes queue resources work.ts',
    'engine.ts': `block-lists catalogue deps.ts events execution jobs misp nodes open.ts rechecks resources threat-feeds
      values workers work.ts`,
  },
  types: { 'deps.ts': 'catalogue execution job-rows jobs queue resources' },
}

/** What every entity of the platform may use: it is changed, searched and shown. */
const entity = 'changes deps.ts models render rows.ts'

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
    parents: 'changes rows.ts',
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
    dashboards: entity,
    procedures: `${entity} parents patterns`,
    tasks: `${entity} attachments parents shares`,
    observables: `${entity} observable-types parents shares tags`,
    'analyzer-templates': `${entity} observables`,
    'case-templates': `${entity} custom-fields tags tasks`,
    cases: `${entity} case-templates comments custom-fields observables parents shares statuses tags tasks`,
    alerts: `${entity} attachments case-templates cases custom-fields observables parents procedures shares statuses tags`,
    'case-archives': `${entity} attachments cases comments observable-types observables pages parents procedures tasks
      timeline`,
    misp: 'changes deps.ts engines parents rows.ts',
    tracking: 'changes deps.ts engines',
    analyses: `${entity} engines observables parents tracking`,
    actions: `${entity} alerts cases engines observables parents tasks tracking`,
    query: `actions alerts analyses analyzer-templates attachments audit case-templates cases comments custom-fields dashboards deps.ts models
      observable-types observables organizations pages parents patterns procedures profiles render rows.ts shares statuses tags tasks
      users`,
    'platform.ts': `actions alerts analyses analyzer-templates attachments case-archives case-templates cases comments custom-fields dashboards deps.ts engines
      lists misp observable-types observables organizations pages patterns procedures profiles query shares statuses
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
    platform: '.',
    '.': 'detect findings headline platform',
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

/** What every screen may use. */
const screen = '. data live model routing session texts ui'

const web: FolderRules = {
  root: 'web/src',
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
    export: 'model',
    charts: 'routing texts ui',
    list: '. data model routing session texts ui',
    response: '. data list live model routing session texts ui',
    login: screen,
    setup: screen,
    account: screen,
    analysis: screen,
    search: `${screen} settings`,
    relations: screen,
    watch: screen,
    tasks: `${screen} list response`,
    jobs: `${screen} analysis export list response`,
    report: `${screen} analysis export`,
    cases: `${screen} export list relations report response`,
    alerts: `${screen} analysis cases list response`,
    overview: `${screen} catalogue charts investigation jobs setup watch`,
    compare: `${screen} analysis jobs`,
    investigation: `${screen} analysis cases export list response value`,
    value: `${screen} analysis cases compare export jobs relations report response watch`,
    activity: `${screen} jobs overview value`,
    catalogue: `${screen} charts`,
    users: `${screen} account list response`,
    organization: `${screen} catalogue list response users`,
    platform: `${screen} list organization setup users`,
    settings: `${screen} account organization platform users watch`,
    'routes.tsx': `account activity alerts analysis cases compare investigation jobs overview report routing
      search session settings setup tasks texts value`,
    frame: `${screen} analysis connection login routes.tsx search settings tasks`,
    'app.tsx': `${screen} analysis connection frame login routes.tsx setup`,
    'main.tsx': '. app.tsx data setup styles texts',
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
  folders: [server, engine, platform, contract, client, analyzers, web],
  computed: ['analyzers/src/index.ts', 'server/src/engine/execution/builtin-thread.ts'],
  askDialect: [
    'server/src/storage',
    'server/src/engine/queue',
    'server/src/backup',
    'server/src/key',
  ],
}
