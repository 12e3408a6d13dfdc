/** The page's scripts are in `<base>/assets/`, so their own address tells the base path. */
const script = import.meta.url

export const basePath = import.meta.env.PROD
  ? new URL('..', script).pathname.replace(/\/$/, '')
  : ''
