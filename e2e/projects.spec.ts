import { expect, expectAccessible, test } from './author.ts'

test('the first project, from the empty shelf to the workspace', async ({ page, author }) => {
  expect(author.email).toBeTruthy()
  await page.goto('/')
  await expect(page.getByText('No projects yet')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create Your First Project' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel(/Target word count/i)).toHaveValue(/^50,?000$/)
  await dialog.getByRole('button', { name: /Create/ }).click()
  await expect(dialog.getByText('A title is required.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Title').fill('The Salt Road')
  await dialog.getByLabel(/Time period/i).fill('1790s')
  await dialog.getByLabel(/Setting/i).fill('Devon')
  await dialog.getByRole('button', { name: /Create/ }).click()
  await expect(page.getByText('Your new novel project has been created successfully.')).toBeVisible()
  await page.goto('/')
  const card = page.getByRole('article').filter({ hasText: 'The Salt Road' })
  await expect(card.getByText('1790s')).toBeVisible()
  await expect(card.getByText('Devon')).toBeVisible()
  await card.getByRole('link', { name: /Continue Writing/ }).click()
  await expect(page).toHaveURL(/\/writer\//)
})

test('edit, delete with its warning, undo, and the trash', async ({ page, author }) => {
  await author.newProject('A Working Title')
  await page.goto('/')
  const card = (title: string) => page.getByRole('article').filter({ hasText: title })
  const choose = async (title: string, item: string) => {
    await card(title)
      .getByRole('button', { name: /More|menu|Actions/i })
      .click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('A Working Title', 'Edit')
  await page.getByRole('dialog').getByLabel('Title').fill('The Salt Road')
  await page.getByRole('dialog').getByRole('button', { name: /Save/ }).click()
  await expect(card('The Salt Road')).toBeVisible()

  await choose('The Salt Road', 'Delete')
  const confirm = page.getByRole('alertdialog')
  await expect(confirm).toContainText(/all its chapters, characters and content/i)
  await expect(confirm).toContainText(/permanently deleted/i)
  await confirm.getByRole('button', { name: /Delete/ }).click()
  await expect(page.getByText('Your project has been permanently deleted.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card('The Salt Road')).toBeVisible()

  await choose('The Salt Road', 'Delete')
  await confirm.getByRole('button', { name: /Delete/ }).click()
  await expect(page.getByText('No projects yet')).toBeVisible()
  await page.getByRole('button', { name: /Trash/ }).click()
  await expectAccessible(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Restore/ })
    .click()
  await page.keyboard.press('Escape')
  await expect(card('The Salt Road')).toBeVisible()
})

test('a shelf that cannot be loaded says so and is loaded again', async ({ page, author }) => {
  await author.newProject()
  await page.route('**/api/projects', (route) =>
    route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  )
  await page.goto('/')
  await expect(page.getByText('Error Loading Projects')).toBeVisible()
  await page.unroute('**/api/projects')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('link', { name: /Continue Writing/ })).toBeVisible()
})

test('any title a person types stands on its cover', async ({ page, author }) => {
  const titles = [
    'שלום עולם',
    '漢字の本',
    '<b>bold</b> & "quoted"',
    'x'.repeat(500),
    'A Field Guide to Leaving Everything Behind',
  ]
  for (const title of titles) await author.newProject(title)
  for (const width of [360, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    for (const title of titles) await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  }
  await expectAccessible(page)
})
