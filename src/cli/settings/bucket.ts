import { misuse } from '../../failure/failure.ts'
import type { Bucket } from '../../store/s3-blobs.ts'
import type { Host } from '../host.ts'

/** The bucket of --uploads with its keys, which never stand on a command line. */
export function bucketOf(uploads: string | undefined, env: Host['env']): Bucket | undefined {
  if (uploads === undefined) return undefined
  const url = URL.parse(uploads)
  if (!url || !/^https?:$/.test(url.protocol) || !/^\/[^/]+$/.test(url.pathname) || url.search !== '')
    throw misuse(
      `--uploads ${uploads} names no bucket: give its address, such as https://s3.example.com/forms.`,
    )
  const [accessKeyId = '', secretAccessKey = ''] = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'].map(
    (name) => env[name] ?? '',
  )
  if (accessKeyId === '' || secretAccessKey === '')
    throw misuse('--uploads needs the keys of the bucket in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.')
  return { endpoint: url.href, region: env['AWS_REGION'] ?? 'auto', accessKeyId, secretAccessKey }
}
