import { Refusal } from '../../base/problem.ts'
import { text } from '../../base/texts/index.ts'

const side = 100

/** Small and square, redrawn: metadata of the file, such as a location, is dropped. */
export async function squarePicture(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Refusal(text('profile.notAPicture'))
  })
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const { width, height } = bitmap
  const cut = Math.min(width, height)
  canvas
    .getContext('2d')
    ?.drawImage(bitmap, (width - cut) / 2, (height - cut) / 2, cut, cut, 0, 0, side, side)
  bitmap.close()
  return canvas.toDataURL('image/jpeg', 0.85)
}
