import { type Database, openDatabase } from '#base/server/db.ts'
import { type Http, openHttp } from '#base/server/http.ts'
import { openAccounts } from '#core/account/server/account.ts'
import { serveAccounts } from '#core/account/server/routes.ts'
import { openChapters } from '#core/chapters/server/chapters.ts'
import { serveChapters } from '#core/chapters/server/routes.ts'
import { openProjects } from '#core/projects/server/projects.ts'
import { serveProjects } from '#core/projects/server/routes.ts'
import { serveDocs } from '#features/docs/server.ts'
import { serveStatus } from '#features/status/server.ts'
import { serveBrowser } from './browser.ts'
import type { Config } from './config.ts'

export type App = {
  http: Http
  database: Database
  /** Erases what is past its time; runs at start and every six hours. */
  tidy: () => Promise<void>
  close: () => Promise<void>
}

/**
 * The whole server on a database that is ready, not yet listening: the table of contents.
 * @param webRoot folder of the browser's build; without it only the API is served
 */
export async function openApp(
  config: Config & { sessionSecret: string },
  connection: Parameters<typeof openDatabase>[0],
  webRoot?: string,
): Promise<App> {
  const database = openDatabase(connection)
  const http = await openHttp(config)

  const accounts = openAccounts(database, config)
  const projects = openProjects(database, config)
  const chapters = openChapters(database, projects)

  await serveAccounts(http, accounts, config)
  serveProjects(http, projects)
  serveChapters(http, chapters)
  serveStatus(http, database)
  await serveDocs(http)
  await serveBrowser(http, webRoot)

  const sweep = setInterval(() => void tidy(), 6 * 3600 * 1000)
  sweep.unref()
  async function tidy() {
    await accounts.tidy()
    await projects.tidy()
    await chapters.tidy()
  }
  http.addHook(
    'onListen',
    async () => void tidy().catch((error) => http.log.warn({ message: error.message }, 'tidying failed')),
  )

  return {
    http,
    database,
    tidy,
    close: async () => {
      clearInterval(sweep)
      await http.close()
      await database.close()
    },
  }
}
