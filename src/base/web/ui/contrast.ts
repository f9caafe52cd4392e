/** The contrast of two colours by WCAG, 1 to 21. Colours are #rrggbb. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red, green, blue] = channels(colour).map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

/** A colour seen through another: `over` is `rgb(r g b / a)`. */
export function laidOver(over: string, under: string): string {
  const [red = 0, green = 0, blue = 0, alpha = 1] = over.match(/[\d.]+/g)?.map(Number) ?? []
  const mixed = channels(under).map((channel, at) =>
    Math.round(([red, green, blue][at] ?? 0) * alpha + channel * (1 - alpha)),
  )
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
