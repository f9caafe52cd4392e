/** Every way in which a call can fail, and the HTTP status that it travels under. The list is closed. */
const statusOf = {
  bad_input: 400,
  signed_out: 401,
  plan_needed: 403,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  quota_used: 429,
  rate_limited: 429,
  broken: 500,
  upstream: 503,
} as const

export type ProblemCode = keyof typeof statusOf

/** What of a failure crosses the wire. `stored` accompanies a conflict: what the server holds instead. */
export type ProblemBody = {
  code: ProblemCode
  sentence: string
  fields?: Record<string, string>
  stored?: unknown
}

const isCode = (value: unknown): value is ProblemCode => typeof value === 'string' && value in statusOf

const codeForStatus = (status: number): ProblemCode => {
  const found = Object.entries(statusOf).find(([, each]) => each === status)
  if (found && isCode(found[0])) return status === 403 ? 'forbidden' : status === 429 ? 'rate_limited' : found[0]
  return status >= 502 ? 'upstream' : status >= 500 ? 'broken' : 'bad_input'
}

/**
 * The one error of both sides. `sentence` is for a person, `fields` for a form (field name to sentence), and
 * `message` is the text that the specification gives every failed call: status, colon, space, body.
 */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly status: number

  constructor(
    readonly code: ProblemCode,
    readonly sentence: string,
    readonly more: { fields?: Record<string, string>; stored?: unknown; status?: number; bodyText?: string } = {},
  ) {
    const status = more.status ?? statusOf[code]
    super(`${status}: ${more.bodyText ?? JSON.stringify({ code, sentence, fields: more.fields })}`)
    this.status = status
  }

  get fields(): Record<string, string> {
    return this.more.fields ?? {}
  }

  get stored(): unknown {
    return this.more.stored
  }

  toBody(): ProblemBody {
    return { code: this.code, sentence: this.sentence, fields: this.more.fields, stored: this.more.stored }
  }

  /** Reads a failed HTTP answer, whoever wrote it: the server, or a proxy in between that answers HTML. */
  static fromAnswer(status: number, statusText: string, bodyText: string): Problem {
    let body: Partial<ProblemBody> = {}
    try {
      const parsed: unknown = JSON.parse(bodyText)
      if (parsed && typeof parsed === 'object') body = parsed
    } catch {
      // Not ours; the status alone has to do.
    }
    if (isCode(body.code) && typeof body.sentence === 'string') {
      const { code, sentence, fields, stored } = body
      // A conflict carries a whole chapter; it is data, and no part of the message.
      return new Problem(code, sentence, { fields, stored, status, ...(stored === undefined ? { bodyText } : {}) })
    }
    const code = codeForStatus(status)
    return new Problem(code, `The server answered ${status}.`, { status, bodyText: bodyText || statusText })
  }
}

/** Makes the error of a record that does not exist, is in the trash, or belongs to somebody else: all the same. */
export const notFound = (what: string) => new Problem('not_found', `${what} was not found.`)
