import type { BrowserContext, Page } from '@playwright/test'
import { type Author, expect, expectAccessible, signIn, test } from './author.ts'

const text = (page: Page) => page.getByRole('textbox', { name: 'Chapter text' })
const status = (page: Page, label: RegExp | string) =>
  expect(page.getByRole('banner').getByRole('status')).toHaveText(label)

async function openEditor(context: BrowserContext, author: Author, content = '<p>It was a dark night.</p>') {
  const project = await author.newProject()
  const chapter = await author.newChapter(project.id, 'Low Water', content)
  const page = await context.newPage()
  await page.goto(`/text-editor/${chapter.id}`)
  await expect(text(page)).toBeVisible()
  return { page, chapter, project }
}

/** Types behind the last word, as a person does. */
async function typeAtEnd(page: Page, words: string) {
  await text(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(words)
}

test('what is typed is saved by itself, and is there after a reload', async ({ context, author }) => {
  const { page, chapter } = await openEditor(context, author, '')
  await expect(page.getByText('Start writing your story...')).toHaveCount(0)
  await text(page).click()
  await page.keyboard.type('The lamp went out at ten.')
  await status(page, 'Unsaved')
  await status(page, /^Saved \d/)
  expect(await author.readChapter(chapter.id)).toMatchObject({
    content: '<p>The lamp went out at ten.</p>',
    wordCount: 6,
    revision: 1,
  })
  await page.reload()
  await expect(text(page)).toHaveText('The lamp went out at ten.')
  await expect(page.getByText('6 words')).toBeVisible()
})

test('opening a chapter never writes', async ({ context, author }) => {
  const { page, chapter } = await openEditor(context, author, 'loose text<p>a <b>b</b></p>')
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(request.url())
  })
  await page.waitForTimeout(4000)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await page.waitForTimeout(500)
  expect(writes).toEqual([])
  expect((await author.readChapter(chapter.id)).revision).toBe(chapter.revision)
})

test('Save and Ctrl+S save at once and say so', async ({ context, author }) => {
  const { page, chapter } = await openEditor(context, author)
  await typeAtEnd(page, ' Rain.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Your chapter has been saved successfully.')).toBeVisible()
  expect((await author.readChapter(chapter.id)).content).toBe('<p>It was a dark night. Rain.</p>')
  await typeAtEnd(page, ' Wind.')
  await page.keyboard.press('Control+s')
  await status(page, /^Saved \d/)
  expect((await author.readChapter(chapter.id)).content).toBe('<p>It was a dark night. Rain. Wind.</p>')
})

test('a title is saved with its last letter, and a blank one is not', async ({ context, author }) => {
  const { page, chapter } = await openEditor(context, author)
  await page.getByRole('textbox', { name: 'Chapter title' }).fill('High Water')
  await page.keyboard.press('Control+s')
  await status(page, /^Saved/)
  expect(await author.readChapter(chapter.id)).toMatchObject({ title: 'High Water', revision: chapter.revision })
  await page.getByRole('textbox', { name: 'Chapter title' }).fill('')
  await expect(page.getByText('A chapter needs a title')).toBeVisible()
  await typeAtEnd(page, ' More.')
  await page.keyboard.press('Control+s')
  await status(page, /^Saved/)
  expect(await author.readChapter(chapter.id)).toMatchObject({
    title: 'High Water',
    content: '<p>It was a dark night. More.</p>',
  })
})

test('bold, italic and underline; without a selection the buttons say what is missing', async ({ context, author }) => {
  const { page, chapter } = await openEditor(context, author, '<p>word</p>')
  await text(page).click()
  await page.getByRole('button', { name: 'Bold' }).click()
  await expect(page.getByText('No Text Selected')).toBeVisible()
  await page.keyboard.press('Control+a')
  for (const name of ['Bold', 'Italic', 'Underline']) await page.getByRole('button', { name }).click()
  await page.keyboard.press('Control+s')
  await status(page, /^Saved \d/)
  expect((await author.readChapter(chapter.id)).content).toBe('<p><strong><em><u>word</u></em></strong></p>')
  for (let step = 0; step < 3; step++) await page.getByRole('button', { name: 'Undo' }).click()
  await page.keyboard.press('Control+s')
  await expect.poll(async () => (await author.readChapter(chapter.id)).content).toBe('<p>word</p>')
})

test('a tab closed in the middle of a word loses none', async ({ context, author }) => {
  const { page, chapter } = await openEditor(context, author)
  // Without a network the farewell of a closing page does not arrive either: only the journal is left.
  await page.evaluate(() => {
    const real = window.fetch
    window.fetch = (path, init) =>
      init?.method === 'PATCH' ? Promise.reject(new TypeError('no network')) : real(path, init)
  })
  await typeAtEnd(page, ' And then the sea')
  await page.waitForTimeout(500)
  await page.close()
  expect((await author.readChapter(chapter.id)).content).toBe('<p>It was a dark night.</p>')
  const again = await context.newPage()
  await again.goto(`/text-editor/${chapter.id}`)
  await expect(text(again)).toHaveText('It was a dark night. And then the sea')
  await expect(again.getByText('Words brought back')).toBeVisible()
  await expect
    .poll(async () => (await author.readChapter(chapter.id)).content)
    .toBe('<p>It was a dark night. And then the sea</p>')
})

test('a tab closed between two saves sends its last words on leaving', async ({ context, author }) => {
  const { page, chapter } = await openEditor(context, author)
  await typeAtEnd(page, ' Farewell.')
  await page.close({ runBeforeUnload: true })
  await expect
    .poll(async () => (await author.readChapter(chapter.id)).content)
    .toBe('<p>It was a dark night. Farewell.</p>')
})

test('a save whose answer was lost is not made twice, and is no conflict after a crash', async ({
  context,
  author,
}) => {
  const { page, chapter } = await openEditor(context, author)
  await page.route('**/api/chapters/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    await route.fetch()
    return route.abort()
  })
  await typeAtEnd(page, ' Once.')
  await status(page, 'Offline – kept on this device')
  await typeAtEnd(page, ' Twice.')
  await page.waitForTimeout(600)
  await page.close()
  const again = await context.newPage()
  await again.goto(`/text-editor/${chapter.id}`)
  await expect(text(again)).toHaveText('It was a dark night. Once. Twice.')
  await expect
    .poll(async () => (await author.readChapter(chapter.id)).content)
    .toBe('<p>It was a dark night. Once. Twice.</p>')
  expect((await author.readChapter(chapter.id)).revision).toBe(chapter.revision + 2)
})

test('offline and back', async ({ context, author }) => {
  const { page, chapter } = await openEditor(context, author)
  // The toaster is fetched a little after the page.
  await page.waitForTimeout(3500)
  await context.setOffline(true)
  await typeAtEnd(page, ' Nobody hears.')
  await status(page, 'Offline – kept on this device')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Your words are kept on this device.')).toBeVisible()
  await context.setOffline(false)
  await status(page, /^Saved \d/)
  expect((await author.readChapter(chapter.id)).content).toBe('<p>It was a dark night. Nobody hears.</p>')
})

test('a session that ends while somebody writes: sign in again beside it, and it is sent by itself', async ({
  context,
  author,
}) => {
  const { page, chapter } = await openEditor(context, author)
  await context.clearCookies()
  await typeAtEnd(page, ' Still here.')
  await status(page, 'Not saved – You have been signed out.')
  await expect(text(page)).toHaveText('It was a dark night. Still here.')
  const popup = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Sign in again' }).click()
  await (await popup).waitForEvent('close')
  await status(page, /^Saved \d/)
  expect((await author.readChapter(chapter.id)).content).toBe('<p>It was a dark night. Still here.</p>')
})

test("another author's sign-in never sends these words", async ({ context, author }) => {
  const { page, chapter } = await openEditor(context, author)
  await context.clearCookies()
  await signIn(context, 'somebody-else@example.org')
  await typeAtEnd(page, ' Mine.')
  await status(page, 'Not saved – Somebody else is signed in on this browser.')
  await context.clearCookies()
  await signIn(context, author.email)
  expect((await author.readChapter(chapter.id)).content).toBe('<p>It was a dark night.</p>')
  await status(page, /^Saved \d/)
  expect((await author.readChapter(chapter.id)).content).toBe('<p>It was a dark night. Mine.</p>')
})

test('two tabs: a clean one takes the new text, an edited one is asked', async ({ context, author }) => {
  const { page: first, chapter } = await openEditor(context, author)
  const second = await context.newPage()
  await second.goto(`/text-editor/${chapter.id}`)
  await typeAtEnd(first, ' From the first.')
  await first.keyboard.press('Control+s')
  await expect(text(second)).toHaveText('It was a dark night. From the first.')

  await first.bringToFront()
  await typeAtEnd(first, ' One.')
  await second.bringToFront()
  await typeAtEnd(second, ' Two.')
  await second.waitForTimeout(600)
  await status(second, /^Saved \d|Not saved/)
  // Whoever came second chooses; nothing was overwritten.
  const [winner, loser] = (await author.readChapter(chapter.id)).content.includes('One')
    ? [first, second]
    : [second, first]
  await expect(
    loser.getByText('This chapter was changed in another place. Your words are kept on this device.'),
  ).toBeVisible()
  await loser.bringToFront()
  await loser.getByRole('button', { name: 'Choose…' }).click()
  await loser.keyboard.press('Escape')
  await expect(text(loser)).toContainText(loser === second ? 'Two.' : 'One.')
  await loser.getByRole('button', { name: 'Choose…' }).click()
  await expectAccessible(loser)
  await loser.getByRole('button', { name: 'Keep mine', exact: true }).click()
  await status(loser, /^Saved \d/)
  await expect(text(winner)).toHaveText((await text(loser).textContent()) ?? '')
  const versions = await (await context.request.get(`/api/chapters/${chapter.id}/versions`)).json()
  expect(versions[0]).toMatchObject({ reason: 'conflict' })
})

test('another device is noticed at focus; taking theirs keeps mine as a version', async ({ context, author }) => {
  const { page, chapter } = await openEditor(context, author)
  await context.request.patch(`/api/chapters/${chapter.id}`, { data: { content: '<p>From the phone.</p>' } })
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(text(page)).toHaveText('From the phone.')

  await context.request.patch(`/api/chapters/${chapter.id}`, { data: { content: '<p>From the phone again.</p>' } })
  await typeAtEnd(page, ' Mine.')
  await status(page, /Not saved/)
  await page.getByRole('button', { name: 'Choose…' }).click()
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await expect(text(page)).toHaveText('From the phone again.')
  const [kept] = await (await context.request.get(`/api/chapters/${chapter.id}/versions`)).json()
  const version = await (await context.request.get(`/api/chapters/${chapter.id}/versions/${kept.id}`)).json()
  expect(version.content).toBe('<p>From the phone. Mine.</p>')
})

test('Back saves and leads to the chapter', async ({ context, author }) => {
  const { page, chapter, project } = await openEditor(context, author)
  await typeAtEnd(page, ' Goodbye.')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect
    .poll(() => (page.isClosed() ? 'closed' : page.url()))
    .toMatch(new RegExp(`closed|/writer/${project.id}/${chapter.id}`))
  expect((await author.readChapter(chapter.id)).content).toBe('<p>It was a dark night. Goodbye.</p>')
})

test('a chapter that is not there says so', async ({ page, author }) => {
  expect(author.email).toBeTruthy()
  await page.goto('/text-editor/7f1c2a3e-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Chapter not found' })).toBeVisible()
})

test('a sentence in a chapter of 600 kB is sent as a sentence, and nothing is fetched again', async ({
  context,
  author,
}) => {
  const paragraphs = Array.from({ length: 1000 }, (_, i) => `<p>${i} ${'of prose and weather '.repeat(28)}</p>`).join(
    '',
  )
  const { page, chapter } = await openEditor(context, author, paragraphs)
  await page.waitForTimeout(1000)
  const requests: { method: string; bytes: number }[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/'))
      requests.push({ method: request.method(), bytes: request.postDataBuffer()?.length ?? 0 })
  })
  await typeAtEnd(page, ' The lamp went out at ten, and Tamsin counted to a hundred before she trusted the dark.')
  await status(page, /^Saved \d/)
  expect(requests.map((request) => request.method)).toEqual(requests.map(() => 'PATCH'))
  expect(Math.max(...requests.map((request) => request.bytes))).toBeLessThan(2000)
  const { content } = await author.readChapter(chapter.id)
  expect(content).toBe(
    `${paragraphs.slice(0, -4)} The lamp went out at ten, and Tamsin counted to a hundred before she trusted the dark.</p>`,
  )
})

test('every byte comes back through editor and server', async ({ context, author }) => {
  const html =
    '<h2>One</h2><p>two  spaces &amp; “quotes” &nbsp;x <em>i</em><strong>b</strong><u>u</u></p><blockquote><p>q</p></blockquote><hr>' +
    '<ul><li><p>a</p></li></ul><ol><li><p>b</p></li></ol><p style="text-align: center;">c<br>d</p><p></p><p>🖋 漢字 שלום</p>'
  const { page, chapter } = await openEditor(context, author, html)
  await typeAtEnd(page, '!')
  await page.keyboard.press('Control+s')
  await status(page, /^Saved \d/)
  expect((await author.readChapter(chapter.id)).content).toBe(html.replace('שלום', 'שלום!'))
})

test('the editor is accessible in each theme', async ({ context, author }) => {
  const { page } = await openEditor(context, author)
  await expectAccessible(page)
})
