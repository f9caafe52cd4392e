import { expect, expectAccessible, test } from './author.ts'

test('a visitor signs in and lands on the page asked for', async ({ page }) => {
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Start Writing Today' }).click()

  await expect(page.getByText('stands in for Google')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('E-mail').fill('tamsin@example.org')
  await page.getByLabel('Name').fill('Tamsin Rowe')
  await page.keyboard.press('Enter')

  await expect(page.getByText('404 Page Not Found')).toBeVisible()
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/nowhere')

  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByText('No projects yet')).toBeVisible()
})

test('Logout ends the session at once; the account is listed at the next sign-in', async ({
  page,
  context,
  author,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: /Logout/ }).click()
  await expect(page.getByRole('link', { name: 'Start Writing Today' })).toBeVisible()
  expect((await context.request.get('/api/auth/user')).status()).toBe(401)
  await page.getByRole('link', { name: 'Start Writing Today' }).click()
  await page.getByRole('button', { name: author.email }).click()
  await expect(page.getByText('No projects yet')).toBeVisible()
})

test('each route that comes later says so honestly, and has a way back', async ({ page, author }) => {
  const project = await author.newProject()
  const paths = [
    'plot-outliner',
    'writing-statistics',
    'character-storyboard',
    'agent-finder',
    'audiobook-generator',
  ].map((name) => `/${name}/${project.id}`)
  for (const path of [
    ...paths,
    '/subscription',
    '/premium-upgrade',
    '/paypal-debug',
    '/admin',
    '/documentation',
    '/support',
    '/import',
    '/system-status',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('404')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
  }
  await expectAccessible(page)
})

test('the theme is chosen once, for every tab and the next visit', async ({ page, context, author }) => {
  expect(author.email).toBeTruthy()
  await page.goto('/')
  const other = await context.newPage()
  await other.goto('/')
  await page.getByRole('button', { name: /^Theme/ }).click()
  await page.getByRole('menuitemradio', { name: 'Sepia' }).click()
  for (const each of [page, other]) await expect(each.locator('html')).toHaveAttribute('data-theme', 'sepia')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'sepia')
})

test('the API is described, without breaking the content policy', async ({ page }) => {
  await page.goto('/api/docs')
  await expect(page.getByText('/api/chapters/{id}').first()).toBeVisible()
})
