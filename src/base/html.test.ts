import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainText, splitBlocks } from './html.ts'

test.each([
  ['', []],
  ['<p>a</p><p>b</p>', ['<p>a</p>', '<p>b</p>']],
  ['<h2>a</h2><hr><p>b<br>c</p>', ['<h2>a</h2>', '<hr>', '<p>b<br>c</p>']],
  ['<ul><li><p>a</p></li></ul><p>b</p>', ['<ul><li><p>a</p></li></ul>', '<p>b</p>']],
  ['loose <em>text</em><p>a</p>tail', ['loose <em>text</em>', '<p>a</p>', 'tail']],
  ['<p title="a>b">x</p><p>y</p>', ['<p title="a>b">x</p>', '<p>y</p>']],
  ['</p><p>a</p>', ['</p>', '<p>a</p>']],
  ['<p>never closed', ['<p>never closed']],
  ['1 < 2<p>a</p>', ['1 < 2', '<p>a</p>']],
])('%s splits at its top level', (html, blocks) => {
  expect(splitBlocks(html)).toEqual(blocks)
})

test('blocks joined are the text again, whatever it holds', () => {
  const soup = fc.string({
    unit: fc.constantFrom(
      '<p>',
      '</p>',
      '<li>',
      '</ul>',
      '<hr>',
      '<',
      '>',
      '"',
      '=',
      ' ',
      'a',
      '<em>',
      '</em>',
      '<!--',
      '</',
    ),
  })
  fc.assert(
    fc.property(soup, (html) => {
      expect(splitBlocks(html).join('')).toBe(html)
    }),
  )
})

test('plain text has a line for each block', () => {
  expect(plainText('<h2>One</h2><p>a &amp; <em>b</em></p><p></p><p>c<br>d</p>')).toBe('One\na & b\nc\nd')
})
