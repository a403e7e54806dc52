"""An S3-compatible server on loopback that checks signatures (moto), with the bucket `rides`.

Prints one line, `ready PORT ACCESS-KEY SECRET-KEY`, and serves until it is killed."""

import json
import os
import threading

os.environ.update(AWS_ACCESS_KEY_ID="setup", AWS_SECRET_ACCESS_KEY="setup")

import boto3
from moto import settings
from moto.server import ThreadedMotoServer

server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
host, port = server.get_host_and_port()
endpoint = f"http://127.0.0.1:{port}"
options = {"endpoint_url": endpoint, "region_name": "eu-central-1"}

boto3.client("s3", **options).create_bucket(
    Bucket="rides", CreateBucketConfiguration={"LocationConstraint": "eu-central-1"}
)
iam = boto3.client("iam", **options)
iam.create_user(UserName="receiver")
key = iam.create_access_key(UserName="receiver")["AccessKey"]
iam.put_user_policy(
    UserName="receiver",
    PolicyName="objects",
    PolicyDocument=json.dumps(
        {
            "Version": "2012-10-17",
            "Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}],
        }
    ),
)
# From here on every request must be signed.
settings.INITIAL_NO_AUTH_ACTION_COUNT = 0
print("ready", port, key["AccessKeyId"], key["SecretAccessKey"], flush=True)
threading.Event().wait()
