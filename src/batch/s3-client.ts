/** @file The signer of S3 requests; the build makes this module self-contained. */

export { AwsClient } from 'aws4fetch';
