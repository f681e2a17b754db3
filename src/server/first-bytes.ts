/** By the first bytes of files of a type, in hex; a dot is any digit. Only of types that can be told by them. */
const firstBytes: Readonly<Record<string, RegExp>> = {
  'application/pdf': /^25504446/,
  'application/zip': /^504b/,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': /^504b/,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': /^504b/,
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': /^504b/,
  'font/woff2': /^774f4632/,
  'image/png': /^89504e470d0a1a0a/,
  'image/jpeg': /^ffd8ff/,
  'image/gif': /^47494638/,
  'image/webp': /^52494646.{8}57454250/,
}

/** Whether a file begins as those of a type do; undefined where we do not know how they do. At most 16 bytes are looked at. */
export const beginsAs = (type: string, bytes: Uint8Array): boolean | undefined =>
  firstBytes[type]?.test(Buffer.from(bytes.subarray(0, 16)).toString('hex'))
