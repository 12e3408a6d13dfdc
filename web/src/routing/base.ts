/** The page's scripts lie in `<base>/assets/`, so their own address tells below which path it runs. */
const script = import.meta.url

export const basePath = import.meta.env.PROD
  ? new URL('..', script).pathname.replace(/\/$/, '')
  : ''
