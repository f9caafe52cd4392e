import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countWords } from './words.ts'

test.each([
  ['', 0],
  ['<p></p>', 0],
  ['<p>One two  three</p>', 3],
  ['<p>— * # …</p>', 0],
  ['<p>don’t well-known 3.14 a1</p>', 4],
  ['<p>wait…what</p>', 2],
  ['<p>wait...what</p>', 2],
  ['<p>he said—she said</p>', 4],
  ['<p>un<em>believ</em>able <strong>b</strong>old</p>', 2],
  ['<p>one</p><p>two</p>', 2],
  ['<p>one<br>two</p>', 2],
  ['<ul><li><p>a</p></li><li><p>b</p></li></ul>', 2],
  ['<p>a&nbsp;b</p>', 2],
  ['<p>a\u00a0b</p>', 2],
  ['<p>R&amp;B &lt; 5</p>', 2],
  ['<p>吾輩は猫である</p>', 7],
  ['<p>第3章</p>', 3],
  ['<p>コーヒー、です。</p>', 6],
  ['<p>สวัสดี</p>', 4],
  ['<p>안녕 세상</p>', 2],
  ['<p>привет мир</p>', 2],
  ['<p>שלום עולם</p>', 2],
  ['<p>🖋 ink 𝒜</p>', 2],
  ['plain text without a block', 5],
  ['<p style="text-align: center" title="a > b">one</p>', 1],
])('%s holds %i words', (html, words) => {
  expect(countWords(html)).toBe(words)
})

test('counts add up over blocks', () => {
  const block = fc.string({
    unit: fc.constantFrom('a', ' ', '—', '.', '…', '漢', '5', '&amp;', '&nbsp;', '<em>', '</em>', '<br>'),
  })
  fc.assert(
    fc.property(fc.array(block), (blocks) => {
      const htmls = blocks.map((inner) => `<p>${inner}</p>`)
      expect(countWords(htmls.join(''))).toBe(htmls.reduce((sum, html) => sum + countWords(html), 0))
    }),
  )
})

test('counting is linear in the text', () => {
  const time = (html: string) => {
    const start = performance.now()
    countWords(html)
    return performance.now() - start
  }
  // An unclosed tag and a run of ampersands are the two that could make it quadratic.
  for (const piece of ['<p>word </p>', '<p ', '&', '<']) {
    time(piece.repeat(20_000))
    expect(time(piece.repeat(200_000))).toBeLessThan(2000)
  }
})
