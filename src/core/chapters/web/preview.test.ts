import { describe, expect, it } from 'vitest'
import { previewOf } from './preview.ts'

describe('preview of a chapter', () => {
  it('keeps paragraphs and reads marks and entities', () => {
    expect(previewOf('<p>Salt &amp; <strong>tar</strong>.</p><p></p><p>Low<br>water</p>')).toEqual({
      paragraphs: ['Salt & tar.', 'Low', 'water'],
      more: false,
    })
  })

  it('is cut after 500 characters and says so', () => {
    const { paragraphs, more } = previewOf(`<p>${'a'.repeat(300)}</p><p>${'b'.repeat(300)}</p>`)
    expect(paragraphs.map((each) => each.length)).toEqual([300, 199])
    expect(more).toBe(true)
  })

  it('is whole at 500 characters exactly', () => {
    expect(previewOf(`<p>${'a'.repeat(500)}</p>`)).toEqual({ paragraphs: ['a'.repeat(500)], more: false })
    expect(previewOf(`<p>${'a'.repeat(501)}</p>`).more).toBe(true)
  })

  it('never cuts a character', () => {
    const family = '👩‍👩‍👧'
    const { paragraphs, more } = previewOf(`<p>${family.repeat(501)}</p>`)
    expect(paragraphs[0]).toBe(family.repeat(500))
    expect(more).toBe(true)
  })

  it('is empty for an empty chapter', () => {
    expect(previewOf('')).toEqual({ paragraphs: [], more: false })
    expect(previewOf('<p></p><p> &nbsp;</p>')).toEqual({ paragraphs: [], more: false })
  })

  it('reads a little of a long chapter', () => {
    const begun = performance.now()
    const { paragraphs } = previewOf('<p><em>word</em> and word.</p>'.repeat(250_000))
    expect(performance.now() - begun).toBeLessThan(50)
    expect(paragraphs[0]).toBe('word and word.')
    // A text in one piece without a tag to stop at is read whole, and still right.
    expect(previewOf(`<p>${'word '.repeat(400_000)}</p>`).paragraphs[0]).toHaveLength(499)
  })
})
