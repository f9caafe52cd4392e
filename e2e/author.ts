import { randomBytes } from 'node:crypto'
import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'

export { AxeBuilder, expect }

export type Author = {
  email: string
  newProject: (title?: string, more?: Record<string, unknown>) => Promise<{ id: string; title: string }>
  newChapter: (
    projectId: string,
    title: string,
    content?: string,
  ) => Promise<{ id: string; title: string; revision: number }>
  readChapter: (
    id: string,
  ) => Promise<{ id: string; title: string; content: string; revision: number; wordCount: number }>
}

/** A fresh author, signed in, for each test. A page that breaks its content policy or throws fails the test. */
export const test = base.extend<{ author: Author; complaints: string[] }>({
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = []
      context.on('console', (message) => {
        if (/Content Security Policy|Minified React error/.test(message.text())) complaints.push(message.text())
      })
      context.on('weberror', (error) => complaints.push(String(error.error())))
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
  author: async ({ context }, use) => {
    const email = `author-${randomBytes(4).toString('hex')}@example.org`
    await signIn(context, email)
    const send = async (method: 'get' | 'post', path: string, data?: unknown) => {
      const answer = await context.request[method](path, data === undefined ? {} : { data })
      expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true)
      return answer.json()
    }
    await use({
      email,
      newProject: (title = 'The Salt Road', more = {}) => send('post', '/api/projects', { title, ...more }),
      newChapter: (projectId, title, content) =>
        send('post', `/api/projects/${projectId}/chapters`, { title, content }),
      readChapter: (id) => send('get', `/api/chapters/${id}`),
    })
  },
})

export async function signIn(context: BrowserContext, email: string): Promise<void> {
  const answer = await context.request.get(`/api/auth/google?login_hint=${encodeURIComponent(email)}`)
  expect(answer.ok()).toBe(true)
}

const themes = ['light', 'dark', 'sepia'] as const

/** Fails for anything that axe finds serious on the page, in each theme. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const theme of themes) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name
    }, theme)
    const { violations } = await new AxeBuilder({ page }).analyze()
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    expect(serious.map(({ id, nodes }) => `${theme}: ${id} ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
  }
}
