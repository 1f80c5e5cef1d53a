import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type * as z from 'zod'
import type { S3Access } from '#bucket/s3-address.ts'
import { s3Settings } from './settings.ts'

type Given = z.infer<typeof s3Settings>
type Credentials = NonNullable<S3Access['credentials']>

/**
 * Reads the settings for S3 stores from the usual AWS variables, such as AWS_REGION and AWS_ENDPOINT_URL_S3. Reads the
 * credentials from these variables or from the shared credentials file. Throws if the credentials are incomplete.
 */
export function readS3Access(variables: Record<string, string | undefined>): S3Access {
  const given = s3Settings.parse(Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim())))
  return {
    endpoint: given.AWS_ENDPOINT_URL_S3 ?? given.AWS_ENDPOINT_URL ?? null,
    region: given.AWS_REGION ?? given.AWS_DEFAULT_REGION ?? null,
    credentials: readCredentials(given),
  }
}

function readCredentials(given: Given): Credentials | null {
  const { AWS_ACCESS_KEY_ID: key, AWS_SECRET_ACCESS_KEY: secret, AWS_SESSION_TOKEN: token } = given
  if (key !== undefined && secret !== undefined) return credentialsOf(key, secret, token)
  if (key !== undefined || secret !== undefined) {
    const missing = key === undefined ? 'AWS_ACCESS_KEY_ID' : 'AWS_SECRET_ACCESS_KEY'
    throw new Error(`${missing} is missing. Set both AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`)
  }
  return readSharedFile(given)
}

// Reads the credentials file. Throws if a variable refers to a file or profile that is missing.
function readSharedFile(given: Given): Credentials | null {
  const { AWS_PROFILE: profile = 'default', AWS_SHARED_CREDENTIALS_FILE: named } = given
  const file = named ?? join(homedir(), '.aws', 'credentials')
  const values = readProfile(readIfThere(file), profile)
  const [key, secret] = [values.get('aws_access_key_id'), values.get('aws_secret_access_key')]
  if (key && secret) return credentialsOf(key, secret, values.get('aws_session_token'))
  if (values.size === 0 && named === undefined && given.AWS_PROFILE === undefined) return null
  throw new Error(
    `The credentials file ${file} cannot be read, or its profile [${profile}] lacks aws_access_key_id or aws_secret_access_key. Correct the file, AWS_SHARED_CREDENTIALS_FILE or AWS_PROFILE.`,
  )
}

function credentialsOf(accessKeyId: string, secretAccessKey: string, sessionToken: string | undefined): Credentials {
  return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

// Parses the INI format: section names in brackets, `name = value` lines, and comment lines that start with "#" or ";".
function readProfile(text: string, profile: string): Map<string, string> {
  const parts = text.split(/^[ \t]*\[\s*(.+?)\s*\]/m)
  const at = parts.findIndex((part, index) => index % 2 === 1 && part === profile)
  const lines = parts[at + 1]?.matchAll(/^[ \t]*(\w+)[ \t]*=[ \t]*(.*?)\s*$/gm) ?? []
  return new Map(at === -1 ? [] : [...lines].map(([, name = '', value = '']) => [name, value]))
}
