import { type Http, serve } from '#base/server/http.ts'
import { signedIn } from '#core/account/server/account.ts'
import * as contract from '../contract.ts'
import type { Chapters } from './chapters.ts'

export function serveChapters(http: Http, chapters: Chapters): void {
  const list = ({ params, request }: { params: { projectId: string }; request: Parameters<typeof signedIn>[0] }) =>
    chapters.list(signedIn(request), params.projectId)
  serve(http, contract.listChapters, list)
  serve(http, contract.listChapterMetadata, list)
  serve(http, contract.addChapter, ({ params, body, request }) =>
    chapters.add(signedIn(request), params.projectId, body),
  )
  serve(http, contract.addChapterByBody, ({ body, request }) => chapters.add(signedIn(request), body.projectId, body))
  serve(http, contract.addFrontMatter, ({ params, request }) =>
    chapters.addFrontMatter(signedIn(request), params.projectId),
  )
  serve(http, contract.reorderChapters, ({ params, body, request }) =>
    chapters.reorder(signedIn(request), params.projectId, body.chapters),
  )
  serve(http, contract.moveChapter, ({ params, body, request }) => chapters.move(signedIn(request), params.id, body))
  serve(http, contract.readChapter, ({ params, request }) => chapters.read(signedIn(request), params.id))
  serve(http, contract.readRevision, ({ params, request }) => chapters.readRevision(signedIn(request), params.id))
  serve(http, contract.saveChapter, ({ params, body, request }) => chapters.save(signedIn(request), params.id, body))
  serve(http, contract.removeChapter, ({ params, request }) => chapters.remove(signedIn(request), params.id))

  serve(http, contract.listTrashedChapters, ({ params, request }) =>
    chapters.listTrash(signedIn(request), params.projectId),
  )
  serve(http, contract.restoreChapter, ({ params, request }) => chapters.restore(signedIn(request), params.id))
  serve(http, contract.eraseChapter, ({ params, request }) => chapters.erase(signedIn(request), params.id))
  serve(http, contract.emptyChapterTrash, ({ params, request }) =>
    chapters.emptyTrash(signedIn(request), params.projectId),
  )

  serve(http, contract.listVersions, ({ params, request }) => chapters.listVersions(signedIn(request), params.id))
  serve(http, contract.readVersion, ({ params, request }) =>
    chapters.readVersion(signedIn(request), params.id, params.versionId),
  )
  serve(http, contract.addVersion, ({ params, body, request }) =>
    chapters.addVersion(signedIn(request), params.id, body),
  )
  serve(http, contract.restoreVersion, ({ params, request }) =>
    chapters.restoreVersion(signedIn(request), params.id, params.versionId),
  )
}
