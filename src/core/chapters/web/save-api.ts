import { Problem } from '#base/errors.ts'
import { call } from '#base/web/call.ts'
import { readCurrentUser } from '#core/account/contract.ts'
import { addChapter, addVersion, type Chapter, readChapter, readRevision, saveChapter } from '../contract.ts'
import type { SaveApi } from './save-ports.ts'

/** The server, for the save engine of one chapter. */
export function saveApi({ id, projectId, order, section }: Chapter): SaveApi {
  const params = { id }
  return {
    save: (body, last) => call(saveChapter, { params, body, keepalive: last }),
    read: () => call(readChapter, { params }),
    readRevision: async () => (await call(readRevision, { params })).revision,
    keepVersion: (content) => call(addVersion, { params, body: { content, reason: 'conflict' } }),
    addCopy: (title, content) =>
      call(addChapter, {
        params: { projectId },
        body: { title, content, ...(section === 'body' ? { chapterType: 'chapter', order: order + 1 } : {}) },
      }),
    currentUser: async () => {
      try {
        return (await call(readCurrentUser)).id
      } catch (error) {
        if (error instanceof Problem && error.code === 'signed_out') return undefined
        throw error
      }
    },
  }
}
