import fc from 'fast-check'
import type { Criteria } from '../src/domain/criteria.ts'

/** Not, and, or of these leaves, and of what else may stand around criteria. */
export const criteriaOf = (
  leaf: fc.Arbitrary<Criteria>,
  around: (inner: fc.Arbitrary<Criteria>) => fc.Arbitrary<Criteria>[] = () => [],
): fc.Arbitrary<Criteria> =>
  fc.letrec<{ criteria: Criteria }>((tie) => ({
    criteria: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      tie('criteria').map((of): Criteria => ({ kind: 'not', of })),
      fc.array(tie('criteria'), { maxLength: 3 }).map((of): Criteria => ({ kind: 'and', of })),
      fc.array(tie('criteria'), { maxLength: 3 }).map((of): Criteria => ({ kind: 'or', of })),
      ...around(tie('criteria')),
    ),
  })).criteria
