"""An app that signs users in with Authlib: `begin` prints an address, `finish` what it learns of the user."""

import json
import sys

import requests
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import jwt
from authlib.oidc.core import CodeIDToken

step = sys.argv[1]
app = json.load(sys.stdin)
metadata = requests.get(f"{app['issuer']}/.well-known/openid-configuration").json()
session = OAuth2Session(
    app["clientId"],
    app["clientSecret"],
    redirect_uri=app["redirectUri"],
    scope="openid profile email offline_access",
    code_challenge_method="S256",
)

if step == "begin":
    nonce, verifier = generate_token(), generate_token(48)
    address, state = session.create_authorization_url(
        metadata["authorization_endpoint"], nonce=nonce, code_verifier=verifier
    )
    print(json.dumps({"address": address, "state": state, "nonce": nonce, "verifier": verifier}))
else:
    tokens = session.fetch_token(
        metadata["token_endpoint"],
        authorization_response=app["arrived"],
        state=app["state"],
        code_verifier=app["verifier"],
    )
    claims = jwt.decode(
        tokens["id_token"],
        requests.get(metadata["jwks_uri"]).json(),
        claims_cls=CodeIDToken,
        claims_options={
            "iss": {"essential": True, "value": metadata["issuer"]},
            "aud": {"essential": True, "value": app["clientId"]},
        },
        claims_params={
            "nonce": app["nonce"],
            "client_id": app["clientId"],
            "access_token": tokens["access_token"],
        },
    )
    claims.validate()
    user = session.get(metadata["userinfo_endpoint"]).json()
    refreshed = session.refresh_token(metadata["token_endpoint"])
    print(json.dumps({"claims": claims, "user": user, "refreshed": refreshed["token_type"]}))
