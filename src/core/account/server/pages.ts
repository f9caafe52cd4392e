import type { Http, Reply } from '#base/server/http.ts'

/** The few pages that the server draws itself: signing in and out, where the app does not run. They need no script. */

const stylesheet = '/api/auth/pages.css'

/** Markup that is already safe to send. */
export class Html {
  constructor(readonly text: string) {}
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const safe = (value: unknown): string => {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(safe).join('')
  return String(value ?? '').replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** Writes markup; whatever is put into it is text, unless it is Html itself. */
export const html = (parts: TemplateStringsArray, ...values: unknown[]): Html =>
  new Html(parts.reduce((text, part, index) => text + safe(values[index - 1]) + part))

/** A whole document, as text. */
export const documentOf = (title: string, content: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Foolscap</title>
<link rel="stylesheet" href="${stylesheet}">
</head>
<body>
<main>
<p class="brand">Foolscap</p>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.text

/** Answers with a page. */
export const sendPage = (reply: Reply, status: number, title: string, content: Html): Reply =>
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(documentOf(title, content))

/** What happened, in a sentence, and where to go from here: the first link is the one to take. */
export const notice = (sentence: string, links: Record<string, string>): Html => html`<p>${sentence}</p>
<p class="actions">${Object.entries(links).map(
  ([words, to], index) => html`<a class="${index === 0 ? 'button' : 'link'}" href="${to}">${words}</a> `,
)}</p>`

/** Serves the pages' stylesheet. */
export function serveStylesheet(http: Http): void {
  http.get(stylesheet, { config: { access: 'anyone' }, schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('text/css; charset=utf-8').send(css),
  )
}

const css = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf7; --raised: #fff; --ink: #1f1d1a; --muted: #635e55; --rule: #e0dbd0; --edge: #8b8477;
  --accent: #8a2f2b; --accent-ink: #fff; --accent-wash: #f6e9e6; --bad: #a3261f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #1b1a18; --raised: #23221f; --ink: #ece8df; --muted: #a8a195; --rule: #34322d; --edge: #7d776b;
    --accent: #e39a8f; --accent-ink: #2a1110; --accent-wash: #352421; --bad: #f0938b;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 'Source Sans 3 Variable', system-ui, sans-serif; }
main { max-width: 30rem; margin: 0 auto; padding: clamp(32px, 12vh, 112px) 20px 64px; }
.brand { margin: 0 0 32px; font: 600 20px/1.2 'Literata Variable', Georgia, serif; }
h1 { margin: 0 0 12px; font: 600 30px/1.2 'Literata Variable', Georgia, serif; overflow-wrap: anywhere; }
h2 { margin: 32px 0 8px; font-size: 16px; font-weight: 600; }
p { margin: 0 0 16px; overflow-wrap: anywhere; }
.hint, .error { margin: 4px 0 0; font-size: 14px; }
.hint { color: var(--muted); }
.error { color: var(--bad); }
label { display: block; margin: 16px 0 4px; font-weight: 600; }
input, button, a.button { min-height: 44px; border-radius: 6px; font: inherit; }
input { width: 100%; padding: 8px 12px; border: 1px solid var(--edge); background: var(--raised); color: var(--ink); }
input[aria-invalid] { border-color: var(--bad); }
button, a.button { display: inline-block; padding: 10px 18px; border: 1px solid var(--accent); background: var(--accent);
  color: var(--accent-ink); font-weight: 600; line-height: 22px; text-decoration: none; cursor: pointer; }
button.plain { border-color: transparent; background: none; color: var(--accent); padding-inline: 8px; }
button.plain:hover, a.link:hover { background: var(--accent-wash); }
a.link { display: inline-block; padding: 10px 8px; color: var(--accent); border-radius: 6px; }
.actions { display: flex; flex-wrap: wrap; gap: 8px; margin: 24px 0 0; }
.accounts { margin: 0; padding: 0; list-style: none; border-top: 1px solid var(--rule); }
.accounts li { border-bottom: 1px solid var(--rule); }
.accounts button { display: block; width: 100%; padding: 10px 8px; border: 0; border-radius: 0; background: none; color: var(--ink);
  font-weight: 400; text-align: left; overflow-wrap: anywhere; }
.accounts button:hover { background: var(--accent-wash); }
.accounts .name { display: block; font-weight: 600; }
.accounts .email { display: block; color: var(--muted); font-size: 14px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`
