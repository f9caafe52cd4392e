// Runs before the first paint, so that no page flashes in another theme. The same rule as in base/web/theme.ts.
;(() => {
  let choice = 'system'
  try {
    choice = localStorage.getItem('foolscap.theme') || choice
  } catch {}
  if (choice !== 'light' && choice !== 'dark' && choice !== 'sepia') {
    choice = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  }
  document.documentElement.dataset.theme = choice
})()
