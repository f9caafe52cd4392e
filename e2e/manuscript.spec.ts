import type { Locator, Page } from '@playwright/test'
import { type Author, expect, expectAccessible, test } from './author.ts'

const panel = (page: Page) => page.getByRole('navigation', { name: 'Manuscript' })
const section = (page: Page, name: string) => panel(page).getByRole('region', { name })
const row = (page: Page, title: string) => panel(page).locator('a', { hasText: title })
const toast = (page: Page, text: string) => page.locator('[data-sonner-toaster]').getByText(text, { exact: true })

const inOrder = (links: Element[]) =>
  links
    .map((link) => ({ y: link.getBoundingClientRect().top, title: link.getAttribute('title') }))
    .sort((a, b) => a.y - b.y)
    .map(({ title }) => title)

/** The titles of a section, from top to bottom. */
const titles = (page: Page, name: string) => expect.poll(() => section(page, name).locator('li a').evaluateAll(inOrder))

async function openMenu(page: Page, title: string, item: string) {
  await row(page, title).hover()
  await panel(page)
    .getByRole('button', { name: `More for ${title}` })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function novel(author: Author, page: Page, chapters = ['Low Water', 'The Ledger', 'A Light at Hope Cove']) {
  const project = await author.newProject('The Salt Road')
  for (const title of chapters) await author.newChapter(project.id, title, `<p>${title} begins here.</p>`)
  await page.goto(`/writer/${project.id}`)
  await expect(panel(page)).toContainText(chapters.length === 1 ? '1 chapter' : `${chapters.length} chapters`)
  return project
}

async function drag(page: Page, from: Locator, to: { x: number; y: number }) {
  const start = (await from.boundingBox())!
  await page.mouse.move(start.x + 60, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(start.x + 60, start.y + start.height / 2 + 8, { steps: 3 })
  await page.mouse.move(to.x, to.y, { steps: 12 })
  await page.mouse.up()
}

const middle = async (locator: Locator) => {
  const box = (await locator.boundingBox())!
  return { x: box.x + 60, y: box.y + box.height / 2 }
}

test('a novel without chapters, its front pages, and the first chapter', async ({ page, author }) => {
  const project = await author.newProject('The Salt Road')
  await page.goto(`/writer/${project.id}`)
  await expect(page.getByRole('heading', { name: 'No chapters yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Start Writing' }).click()
  await expect(toast(page, 'No chapters found')).toBeVisible()
  await expectAccessible(page)

  await panel(page).getByRole('button', { name: 'Create Default' }).click()
  await expect(toast(page, 'Front matter created')).toBeVisible()
  await titles(page, 'Front pages').toEqual(['Copyright', 'Dedication', 'Epigraph', 'Table of Contents', 'Preface'])
  await expect(page.getByRole('heading', { level: 1, name: 'Copyright' })).toBeVisible()

  await panel(page).getByRole('button', { name: 'Add Chapter' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add Chapter' }).click()
  await expect(dialog.getByText('A title is required.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Title').fill('Low Water')
  await dialog.getByLabel('Title').press('Enter')
  await expect(toast(page, 'Chapter created')).toBeVisible()
  await titles(page, 'Story chapters').toEqual(['Low Water'])
  await expect(page.getByRole('heading', { level: 1, name: 'Low Water' })).toBeVisible()
  await expect(page.getByText('This chapter is empty.')).toBeVisible()

  await panel(page).getByRole('button', { name: 'Add Chapter' }).click()
  await dialog.getByLabel('Title').fill('T. Pascoe')
  await dialog.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'About the Author' }).click()
  await dialog.getByRole('button', { name: 'Add Chapter' }).click()
  await titles(page, 'Back pages').toEqual(['T. Pascoe'])
  await expect(panel(page)).toContainText('7 chapters · 0 words')
})

test('the first chapter is chosen, another by a click, and writing opens in a new tab', async ({ page, author }) => {
  const project = await novel(author, page)
  await expect(page.getByRole('heading', { level: 1, name: 'Low Water' })).toBeVisible()
  await expect(page.getByText('Low Water begins here.')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/writer/${project.id}$`))
  await row(page, 'The Ledger').click()
  await expect(page.getByText('The Ledger begins here.')).toBeVisible()
  await expect(page.getByText('4 words · 1 min read')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('status')).toHaveText(/^Saved \d/)
  await expect(page.getByRole('banner')).toContainText('15 words')
  await page.goBack()
  await expect(page.getByText('Low Water begins here.')).toBeVisible()

  const opening = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Start Writing' }).click()
  const editor = await opening
  await expect(editor).toHaveURL(/\/text-editor\/[0-9a-f-]{36}$/)
  // What is written there is seen here, the state as well as the words.
  await editor.locator('[contenteditable=true]').last().click()
  await editor.keyboard.press('Control+End')
  await editor.keyboard.type(' And goes on.')
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('Unsaved')
  await editor.keyboard.press('Control+s')
  await expect(page.getByRole('banner').getByRole('status')).toHaveText(/^Saved \d/)
  await expect(page.getByText('Low Water begins here. And goes on.')).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('18 words')
})

test('reorder by mouse, within a section and across sections', async ({ page, author }) => {
  const project = await novel(author, page)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) sent.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  const moving = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/move'))
  await drag(page, row(page, 'Low Water'), await middle(row(page, 'A Light at Hope Cove')))
  await titles(page, 'Story chapters').toEqual(['The Ledger', 'A Light at Hope Cove', 'Low Water'])
  await expect(toast(page, 'Chapters reordered')).toBeVisible()
  expect((await moving).postData()!.length).toBeLessThan(300)
  // A drag follows no link, and fetches nothing again.
  await expect(page).toHaveURL(new RegExp(`/writer/${project.id}$`))
  expect(sent).toEqual([expect.stringMatching(/^POST \/api\/chapters\/[^/]+\/move$/)])

  await drag(page, row(page, 'The Ledger'), await middle(section(page, 'Back pages').getByText('None yet')))
  await titles(page, 'Back pages').toEqual(['The Ledger'])
  await drag(page, row(page, 'Low Water'), await middle(section(page, 'Front pages').getByText('None yet')))
  await titles(page, 'Front pages').toEqual(['Low Water'])
  await titles(page, 'Story chapters').toEqual(['A Light at Hope Cove'])
  await expect.poll(() => sent.filter((line) => line.endsWith('/move')).length).toBe(3)
  await page.reload()
  await titles(page, 'Front pages').toEqual(['Low Water'])
  await titles(page, 'Story chapters').toEqual(['A Light at Hope Cove'])
  await titles(page, 'Back pages').toEqual(['The Ledger'])
})

test('a move that fails is taken back', async ({ page, author }) => {
  await novel(author, page)
  await page.route('**/move', (route) => route.fulfill({ status: 503, body: 'gone' }))
  await drag(page, row(page, 'Low Water'), await middle(row(page, 'The Ledger')))
  await expect(toast(page, 'Failed to reorder chapters. Please try again.')).toBeVisible()
  await titles(page, 'Story chapters').toEqual(['Low Water', 'The Ledger', 'A Light at Hope Cove'])
})

test('reorder by keyboard, told in words', async ({ page, author }) => {
  await novel(author, page)
  const said = panel(page).getByRole('status').last()
  await row(page, 'Low Water').focus()
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 'The Ledger')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(said).toContainText('Picked up “The Ledger”: Story chapters, place 2 of 3.')
  await page.keyboard.press('ArrowUp')
  await expect(said).toHaveText('“The Ledger”: Story chapters, place 1 of 3.')
  await page.keyboard.press('ArrowUp')
  await expect(said).toHaveText('“The Ledger”: Front pages, place 1 of 1.')
  await titles(page, 'Front pages').toEqual(['The Ledger'])
  await expect(row(page, 'The Ledger')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(said).toContainText('“The Ledger” is back where it was: Story chapters, place 2 of 3.')
  await titles(page, 'Story chapters').toEqual(['Low Water', 'The Ledger', 'A Light at Hope Cove'])
  await expect(row(page, 'The Ledger')).toBeFocused()

  await page.keyboard.press('Space')
  await page.keyboard.press('End')
  await page.keyboard.press('Space')
  await expect(said).toHaveText('Put down “The Ledger”: Story chapters, place 3 of 3.')
  await expect(toast(page, 'Chapters reordered')).toBeVisible()
  await page.keyboard.press('Alt+ArrowDown')
  await titles(page, 'Back pages').toEqual(['The Ledger'])
  await expect(row(page, 'The Ledger')).toBeFocused()
  await expect.poll(async () => page.evaluate(() => document.activeElement?.getAttribute('title'))).toBe('The Ledger')

  await openMenu(page, 'Low Water', 'Move to…')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Place').fill('9')
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(dialog.getByText('A whole number from 1 to 2.')).toBeVisible()
  await dialog.getByLabel('Place').fill('2')
  await dialog.getByRole('button', { name: 'Move' }).click()
  await titles(page, 'Story chapters').toEqual(['A Light at Hope Cove', 'Low Water'])
})

test('rename in the row and in a dialog', async ({ page, author }) => {
  await novel(author, page)
  await row(page, 'Low Water').focus()
  await page.keyboard.press('F2')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await expect(panel(page).getByRole('alert')).toHaveText('A title is required.')
  await page.keyboard.type('High Water')
  await page.keyboard.press('Enter')
  await expect(row(page, 'High Water')).toBeFocused()
  await expect(page.getByRole('heading', { level: 1, name: 'High Water' })).toBeVisible()
  await page.keyboard.press('F2')
  await page.keyboard.type('Something else')
  await page.keyboard.press('Escape')
  await expect(row(page, 'High Water')).toBeFocused()

  await openMenu(page, 'The Ledger', 'Rename')
  await page.getByRole('dialog').getByLabel('Title').fill('دفتر')
  await page.getByRole('dialog').getByLabel('Title').press('Enter')
  await expect(row(page, 'دفتر')).toBeVisible()
  await page.reload()
  await titles(page, 'Story chapters').toEqual(['High Water', 'دفتر', 'A Light at Hope Cove'])
})

test('delete, undo, and the trash', async ({ page, author }) => {
  await novel(author, page)
  await row(page, 'The Ledger').click()
  const remove = async (title: string) => {
    await openMenu(page, title, 'Delete')
    await expect(page.getByRole('alertdialog')).toContainText('The trash keeps it 30 days.')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, 'Chapter deleted')).toBeVisible()
  }
  await remove('The Ledger')
  await titles(page, 'Story chapters').toEqual(['Low Water', 'A Light at Hope Cove'])
  // The next one is chosen.
  await expect(page.getByRole('heading', { level: 1, name: 'A Light at Hope Cove' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await titles(page, 'Story chapters').toEqual(['Low Water', 'The Ledger', 'A Light at Hope Cove'])
  await expect(page.getByText('The Ledger begins here.')).toBeVisible()

  await remove('The Ledger')
  await remove('Low Water')
  await panel(page).getByRole('button', { name: 'Trash' }).click()
  const trash = page.getByRole('dialog')
  await expectAccessible(page)
  await trash.getByRole('button', { name: 'Restore The Ledger' }).click()
  await expect(trash.getByText('The Ledger')).toHaveCount(0)
  await trash.getByRole('button', { name: 'Empty Trash' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Empty Trash' }).click()
  await expect(trash.getByText('The trash is empty.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel(page).getByRole('button', { name: 'Trash' })).toHaveCount(0)
  await titles(page, 'Story chapters').toEqual(['A Light at Hope Cove', 'The Ledger'])
  await page.reload()
  await titles(page, 'Story chapters').toEqual(['A Light at Hope Cove', 'The Ledger'])
  await expect(panel(page)).toContainText('2 chapters')
})

test('a long manuscript keeps few rows in the page, and the keys reach them all', async ({ page, author }) => {
  const project = await author.newProject('The Long Road')
  await Promise.all(Array.from({ length: 150 }, (_, at) => author.newChapter(project.id, `Chapter ${at + 1}`)))
  await page.goto(`/writer/${project.id}`)
  await expect(panel(page)).toContainText('150 chapters')
  expect(await panel(page).locator('li').count()).toBeLessThan(50)
  await panel(page).locator('a[tabindex="0"]').focus()
  await page.keyboard.press('End')
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(focused).toMatch(/^150Chapter/)
  await page.keyboard.press('Space')
  await page.keyboard.press('Home')
  await page.keyboard.press('Space')
  await expect(toast(page, 'Chapters reordered')).toBeVisible()
  await expect.poll(focused).toMatch(/^1Chapter/)
  expect(await panel(page).locator('li').count()).toBeLessThan(50)
})

test('signed out meanwhile, the manuscript stays', async ({ page, author, context }) => {
  await novel(author, page)
  await context.clearCookies()
  await row(page, 'Low Water').focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(toast(page, 'Failed to reorder chapters. Please try again.')).toBeVisible()
  await expect(page.getByText('You have been signed out')).toBeVisible()
  await titles(page, 'Story chapters').toEqual(['Low Water', 'The Ledger', 'A Light at Hope Cove'])
  await expect(page.getByText('Low Water begins here.')).toBeVisible()
})

test.describe('by finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })

  test('one that rests first drags a chapter, a quick one scrolls', async ({ page, context, author }) => {
    await novel(
      author,
      page,
      Array.from({ length: 30 }, (_, at) => `Chapter ${at + 1}`),
    )
    const browser = await context.newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
      browser.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
    const { x, y } = await middle(row(page, 'Chapter 1').first())

    await touch('touchStart', x, y)
    await page.waitForTimeout(450)
    for (let step = 1; step <= 10; step++) await touch('touchMove', x, y + step * 9)
    await touch('touchEnd')
    const first = async () => (await panel(page).locator('li a').evaluateAll(inOrder)).slice(0, 4)
    await expect.poll(first).toEqual(['Chapter 2', 'Chapter 3', 'Chapter 1', 'Chapter 4'])
    await expect(page).toHaveURL(/\/writer\/[^/]+$/)

    await touch('touchStart', x, 600)
    for (let to = 580; to > 200; to -= 20) await touch('touchMove', x, to)
    await touch('touchEnd')
    await expect(row(page, 'Chapter 2').first()).not.toBeInViewport()
    await expect(page).toHaveURL(/\/writer\/[^/]+$/)
  })
})

test('two tabs see the same manuscript', async ({ page, context, author }) => {
  await novel(author, page)
  const other = await context.newPage()
  await other.goto(page.url())
  await titles(other, 'Story chapters').toEqual(['Low Water', 'The Ledger', 'A Light at Hope Cove'])
  await row(page, 'Low Water').focus()
  await page.keyboard.press('Alt+ArrowDown')
  await titles(other, 'Story chapters').toEqual(['The Ledger', 'Low Water', 'A Light at Hope Cove'])
  await openMenu(other, 'The Ledger', 'Delete')
  await other.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await titles(page, 'Story chapters').toEqual(['Low Water', 'A Light at Hope Cove'])
})

test('novels and chapters that are not there', async ({ page, author }) => {
  const project = await novel(author, page)
  await page.goto(`/writer/${project.id}/${project.id}`)
  await expect(page.getByRole('heading', { name: 'No chapter selected' })).toBeVisible()
  await page.getByRole('button', { name: 'Start Writing' }).click()
  await expect(toast(page, 'No chapter selected')).toBeVisible()
  await page.goto(`/writer/${project.id.replace(/^./, (first) => (first === '0' ? '1' : '0'))}`)
  await expect(page.getByRole('heading', { name: 'Project not found' })).toBeVisible()
  await expectAccessible(page)
  await page.route(`**/api/projects/${project.id}`, (route) => route.fulfill({ status: 500, body: 'broken' }))
  await page.goto(`/writer/${project.id}`)
  await expect(page.getByRole('heading', { name: /^Error loading project: / })).toBeVisible()
  await page.getByRole('link', { name: 'Back to your novels' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('the sidebar and its drawer', async ({ page, author }) => {
  const other = await author.newProject('What the Tide Keeps', { targetWordCount: 10 })
  await author.newChapter(other.id, 'One', '<p>one two three</p>')
  const project = await novel(author, page)
  await page.setViewportSize({ width: 1280, height: 800 })
  const novels = page.getByRole('navigation', { name: 'Novels' })
  await expect(novels.getByRole('link', { name: 'The Salt Road' })).toHaveAttribute('aria-current', 'page')
  await expect(novels.getByRole('link', { name: 'What the Tide Keeps' })).toContainText('3 words30%')
  await expect(page.getByText('Free Plan')).toBeVisible()
  await page.getByRole('button', { name: 'Hide the sidebar' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Show the sidebar' })).toBeVisible()
  await expect(novels).toHaveCount(0)

  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Show the sidebar' }).click()
  await expect(page.getByRole('dialog')).toHaveCSS('opacity', '1')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('link', { name: 'What the Tide Keeps' }).click()
  await expect(page).toHaveURL(new RegExp(`/writer/${other.id}$`))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(panel(page)).toBeVisible()
  await row(page, 'One').click()
  await expect(page.getByRole('heading', { level: 1, name: 'One' })).toBeVisible()
  await expect(panel(page)).toBeHidden()
  await page.getByRole('button', { name: 'Manuscript' }).click()
  await expect(panel(page)).toBeVisible()
  expect(project.id).toBeTruthy()
})
