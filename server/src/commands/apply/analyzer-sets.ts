import type { AnalyzerSet, Client, contract } from '@assay/contract'
import type { TenantOrganization } from './tenancy.ts'

type Api = Pick<
  Client<typeof contract>,
  'createAnalyzerSet' | 'listAnalyzerSets' | 'updateAnalyzerSet'
>

/** One set of a file: what is different, and how it is made so. */
export interface SetStep {
  readonly what: string
  readonly changes: 'new' | readonly string[]
  act(): Promise<unknown>
}

/** What the file says of analyzer sets, by their names; without an administrator there is nothing yet. */
export async function analyzerSetSteps(
  admin: Api | undefined,
  { name, analyzerSets = [] }: TenantOrganization,
  differences: (known: object, wanted: object) => string[],
): Promise<SetStep[]> {
  if (analyzerSets.length === 0) return []
  const listed: AnalyzerSet[] = (await admin?.listAnalyzerSets()) ?? []
  return analyzerSets.map((set) => {
    const what = `analyzer set ${set.name.trim()} of ${name}`
    const known = listed.find((one) => one.name === set.name.trim())
    if (!known) return { what, changes: 'new', act: async () => admin?.createAnalyzerSet(set) }
    const wanted = { ...set, name: set.name.trim() }
    return {
      what,
      changes: differences(known, wanted),
      act: async () => admin?.updateAnalyzerSet({ id: known.id }, wanted),
    }
  })
}
