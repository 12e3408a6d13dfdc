import { useColleagues } from '../../base/data/users.ts'
import { useRights } from '../../base/session/rights.ts'

/** Readers may not list users; to them a login is a name. */
export function useNameOf(): (login: string) => string {
  const { analyze } = useRights()
  const colleagues = useColleagues(analyze).data
  return (login) => colleagues?.find((one) => one.login === login)?.name || login
}
