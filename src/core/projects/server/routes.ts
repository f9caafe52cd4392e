import { type Http, serve } from '#base/server/http.ts'
import { signedIn } from '#core/account/server/account.ts'
import * as contract from '../contract.ts'
import type { Projects } from './projects.ts'

export function serveProjects(http: Http, projects: Projects): void {
  serve(http, contract.listProjects, ({ request }) => projects.list(signedIn(request)))
  serve(http, contract.addProject, ({ body, request }) => projects.add(signedIn(request), body))
  serve(http, contract.readProject, ({ params, request }) => projects.read(signedIn(request), params.id))
  serve(http, contract.saveProject, ({ params, body, request }) => projects.save(signedIn(request), params.id, body))
  serve(http, contract.removeProject, ({ params, request }) => projects.remove(signedIn(request), params.id))
  serve(http, contract.listTrashedProjects, ({ request }) => projects.listTrash(signedIn(request)))
  serve(http, contract.restoreProject, ({ params, request }) => projects.restore(signedIn(request), params.id))
  serve(http, contract.eraseProject, ({ params, request }) => projects.erase(signedIn(request), params.id))
  serve(http, contract.emptyProjectTrash, ({ request }) => projects.emptyTrash(signedIn(request)))
}
