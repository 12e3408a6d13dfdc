/** What `test.ts` does with its arguments. */
export interface TestPlan {
  /** `sources`: types, import rules, lint, API. */
  readonly checks: 'none' | 'sources' | 'sources and builds'
  readonly tests:
    | { readonly tier: 'small' | 'all'; readonly filters: readonly string[] }
    | undefined
  /** Every test there is, so times are recorded, and guards broken that the change touches. */
  readonly isWhole: boolean
  readonly environment: Readonly<Record<string, string>>
}

export function planOf(args: readonly string[]): TestPlan {
  const [first] = args
  if (first === 'check' && args.length === 1)
    return { checks: 'sources', tests: undefined, isWhole: false, environment: {} }
  const isDrill = first === 'drill'
  const isTestsOnly = first === 'only' || isDrill
  const filters = args.slice(isTestsOnly ? 1 : 0).filter((each) => each !== '--all')
  if (isDrill) filters.push('crash-drill', 'cluster-drill')
  // A name chooses among all tests.
  const tier = args.includes('--all') || filters.length > 0 ? 'all' : 'small'
  return {
    checks: isTestsOnly ? 'none' : 'sources and builds',
    tests: { tier, filters },
    isWhole: tier === 'all' && filters.length === 0,
    environment: isDrill ? { DRILL_ROUNDS: '20', ASSAY_DRILL_JOBS: '5000' } : {},
  }
}
