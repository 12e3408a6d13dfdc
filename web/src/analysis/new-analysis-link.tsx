import { Link } from '../routing/link.tsx'
import { text } from '../texts/index.ts'

export const NewAnalysisLink = () => (
  <Link className="button" to="/new">
    {text('nav.new')}
  </Link>
)
