import type Provider from 'oidc-provider'
import * as z from 'zod/mini'
import { text } from '#base/route.ts'
import type { Http, Reply, Request } from '#base/server/http.ts'
import type { Accounts, EmbeddedAccount } from './account.ts'
import { answerExpired, answerFailure } from './failures.ts'
import { signInPath } from './loopback.ts'
import { type Html, html, sendPage } from './pages.ts'

/** Under this path, the provider that stands in for Google. */
export const localGoogle = '/local-google'

const Email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.regex(/^[^\s@\p{C}]+@[^\s@\p{C}]+$/u))
const Name = text(100).check(z.trim(), z.regex(/^[^\p{Cc}]*$/u))

const emailSentence = 'Write an e-mail address, such as jane@example.org.'
const nameSentence = 'Write a name of at most 100 characters, or leave it blank.'

type Form = { email: string; name: string; errors: { email?: string; name?: string } }

/**
 * Serves the page on which the embedded provider asks who is there; a login hint answers it unseen.
 * @param vouchFor tells the provider who somebody is, before it is told that they are there
 */
export async function serveSignInPage(
  http: Http,
  accounts: Accounts,
  provider: () => Promise<Provider>,
  vouchFor: (person: EmbeddedAccount) => Promise<void>,
): Promise<void> {
  await http.register(async (scope) => {
    scope.setErrorHandler((thrown: Error, request, reply) => answerFailure(thrown, request, reply, signInPath))
    scope.removeAllContentTypeParsers()
    const form = { parseAs: 'string', bodyLimit: 16 * 1024 } as const
    scope.addContentTypeParser('application/x-www-form-urlencoded', form, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )
    const url = `${localGoogle}/sign-in/:uid`
    const common = { config: { access: 'anyone' as const }, schema: { hide: true } }

    scope.get(url, { ...common, exposeHeadRoute: false }, async (request, reply) => {
      const asked = await interactionOf(request, reply)
      if (!asked) return answerExpired(reply)
      const hint = typeof asked.params.login_hint === 'string' ? asked.params.login_hint : ''
      const email = Email.safeParse(hint)
      if (email.success) return finish(request, reply, await personOf(email.data, ''))
      return show(reply, 200, { email: hint, name: '', errors: {} })
    })

    scope.post(url, common, async (request, reply) => {
      if (!(await interactionOf(request, reply))) return answerExpired(reply)
      const sent = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      if (sent.has('cancel')) return finish(request, reply, undefined)
      const given = { email: sent.get('account') ?? sent.get('email') ?? '', name: sent.get('name') ?? '' }
      const [email, name] = [Email.safeParse(given.email), Name.safeParse(given.name)]
      if (email.success && name.success) return finish(request, reply, await personOf(email.data, name.data))
      const errors = {
        ...(email.success ? {} : { email: emailSentence }),
        ...(name.success ? {} : { name: nameSentence }),
      }
      return show(reply, 400, { ...given, errors })
    })
  })

  async function interactionOf(request: Request, reply: Reply) {
    try {
      return await (await provider()).interactionDetails(request.raw, reply.raw)
    } catch (error) {
      if ((error as Error).name === 'SessionNotFound') return undefined
      throw error
    }
  }

  /** Sends the browser back to the provider, with the person or with none. */
  async function finish(request: Request, reply: Reply, person: EmbeddedAccount | undefined): Promise<Reply> {
    if (person) await vouchFor(person)
    const result = person
      ? { login: { accountId: person.email, remember: false } }
      : { error: 'access_denied', error_description: 'cancelled' }
    const options = { mergeWithLastSubmission: false }
    const next = await (await provider()).interactionResult(request.raw, reply.raw, result, options)
    return reply.header('cache-control', 'no-store').redirect(next, 303)
  }

  /** Who is known keeps the name they have, unless they gave another. */
  async function personOf(email: string, name: string): Promise<EmbeddedAccount> {
    const known = await accounts.embeddedAccount(email)
    if (known && !name) return known
    const words = (name || email.slice(0, email.indexOf('@'))).split(/\s+/)
    const lastName = words.length > 1 ? (words.pop() ?? null) : null
    return { email, firstName: words.join(' '), lastName }
  }

  async function show(reply: Reply, status: number, form: Form): Promise<Reply> {
    const known = await accounts.embeddedAccounts()
    return sendPage(reply, status, 'Sign in', html`${intro}${accountList(known)}${emailForm(form, known.length > 0)}`)
  }
}

const intro = html`<p>This is Foolscap’s own sign-in. It stands in for Google while Foolscap runs on this machine only: it asks
for no password, and nothing you write here leaves the machine.</p>`

function accountList(known: EmbeddedAccount[]): Html {
  if (known.length === 0) return html``
  const button = ({ email, firstName, lastName }: EmbeddedAccount) => html`<li>
<button name="account" value="${email}"><span class="name">${[firstName, lastName].filter(Boolean).join(' ') || email}</span>
<span class="email">${email}</span></button></li>
`
  return html`<h2 id="accounts">Accounts used before</h2>
<form method="post"><ul class="accounts" aria-labelledby="accounts">${known.map(button)}</ul></form>
`
}

function emailForm({ email, name, errors }: Form, others: boolean): Html {
  const marks = (id: 'email' | 'name') =>
    errors[id]
      ? html`aria-invalid="true" aria-describedby="${id}-error"`
      : html`${id === 'name' ? html`aria-describedby="name-hint"` : ''}`
  const error = (id: 'email' | 'name') => (errors[id] ? html`<p class="error" id="${id}-error">${errors[id]}</p>` : '')
  const focus = errors.email || (!errors.name && !others) ? 'email' : errors.name ? 'name' : ''
  const autofocus = (id: string) => (id === focus ? html`autofocus` : '')
  return html`<h2>${others ? 'Another account' : 'Who is writing?'}</h2>
<form method="post" novalidate>
<label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="email" value="${email}" required ${marks('email')} ${autofocus('email')}>
${error('email')}
<label for="name">Name</label>
<input id="name" name="name" autocomplete="name" value="${name}" ${marks('name')} ${autofocus('name')}>
${error('name') || html`<p class="hint" id="name-hint">Left blank, it is what stands before the @.</p>`}
<p class="actions"><button>Sign in</button> <button class="plain" name="cancel" value="yes">Cancel</button></p>
</form>
`
}
