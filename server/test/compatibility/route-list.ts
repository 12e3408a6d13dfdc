/**
 * Routes of Cortex 4 and TheHive 4, and those of TheHive 5 that its public Python client calls. Facts
 * only: a method and a path, `{}` for a name. `docs/compatibility.md` follows from it.
 */
export interface RouteList {
  readonly title: string
  readonly about: string
  readonly routes: string
}
