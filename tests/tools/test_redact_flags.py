"""Given a password on a command's line, when it is redacted, then the command stays and the password goes."""

from __future__ import annotations

import json

import pytest

from reverie.tools.redact import Redactor

REDACTOR = Redactor(b"a key that only this test knows.")
MIXED, WORD, PHRASE = "hunt" + "er2", "sword" + "fish", "correct horse, battery & staple"
GIVEN = (
    ("mysql -u root -p{} shop", MIXED),
    ("mysql -u root -p{} shop", WORD),
    ("docker exec db mysql -uroot -p'{}' -e 'select 1'", PHRASE),
    ("mysqldump -h db --password={} shop > dump.sql", WORD),
    ("/usr/bin/mysqladmin -p{} status", MIXED),
    ("sshpass -p '{}' ssh -p 2222 me@example.org", PHRASE),
    ("sshpass -p{} scp a b:", MIXED),
    ("sudo sshpass -p {} ssh me@example.org", WORD),
    ("redis-cli -h cache -p 6379 -a {} ping", WORD),
    ("redis-cli --pass {} ping", MIXED),
    ("docker login -u b -p {}", MIXED),
    ("docker login -u b --password {} registry.example.org", WORD),
    ("podman login -u b -p {}", MIXED),
    ("mongosh -u app -p {} shop", MIXED),
    ("mongodump --password={} --db shop", WORD),
    ("docker login \\\n  -u b \\\n  -p {}", MIXED),
    ("curl -u bot:{} https://example.org", WORD),
    ("curl -sSu bot:{} https://example.org", MIXED),
    ('psql "host=db user=app password={} dbname=shop"', WORD),
    ("PGPASSWORD={} psql -h db", WORD),
    ("mariadb -u root -p{} shop", WORD),
    ("mariadb-dump --password={} shop", MIXED),
    ("az login --service-principal -u app -p {} --tenant t", MIXED),
    ("ldapsearch -x -D cn=admin -w {} -b dc=shop", WORD),
    ("sqlcmd -S db -U sa -P {} -Q 'select 1'", WORD),
    ("smbclient //files/shop -U bob%{} -c ls", WORD),
    ("htpasswd -bc .htpasswd bob {}", WORD),
    ("htpasswd -nb bob {} 2>/dev/null", MIXED),
    ("gh secret set DEPLOY --body '{}'", PHRASE),
    ("openssl rsa -passin pass:{} -in key.pem", WORD),
    ("openssl enc -aes-256-cbc -pass pass:{} -in a", MIXED),
    ("echo {} | sudo -S apt-get update", WORD),
    ("echo '{}' | sudo -S -p '' make install", PHRASE),
    ("printf '%s\\n' {} |sudo -S ls", WORD),
    ("sudo -S systemctl restart web <<< '{}'", PHRASE),
    ('["mysql", "-u", "root", "-p{}"]', WORD),
    ('["sshpass", "-p", "{}", "ssh", "me@example.org"]', WORD),
    ("run(['redis-cli', '-a', '{}', 'ping'])", WORD),
    ('["mongosh", "-u", "app", "-p", "{}"]', MIXED),
    ("echo {} | sudo -kS -p '' ls", WORD),
    ("echo {} 2>/dev/null | /usr/bin/sudo --stdin ls", WORD),
    ("(echo '{}'; echo y) | sudo -S apt-get install x", PHRASE),
    ("keytool -genkey -alias web -storepass {} -keystore k.jks", WORD),
    ("ssh-keygen -t ed25519 -N '{}' -f key", PHRASE),
    ("gpg --batch --passphrase {} -c notes.txt", MIXED),
    ("ConvertTo-SecureString '{}' -AsPlainText -Force", PHRASE),
    ('docker exec mysql sh -c "mysql -uroot -p{} shop"', MIXED),
    ("kubectl exec redis-cli -- sh -c 'redis-cli -a {} ping'", MIXED),
    ("echo {} | sudo -SE bash install.sh", WORD),
    ("redis-server --requirepass {} --port 6380", WORD),
    ("create user 'ada'@'%' identified by '{}';", WORD),
    ("ALTER USER ada IDENTIFIED WITH caching_sha2_password BY '{}';", PHRASE),
    ("CREATE ROLE ada LOGIN PASSWORD '{}';", WORD),
)


@pytest.mark.parametrize(("line", "secret"), GIVEN)
@pytest.mark.parametrize("depth", [0, 1, 2])
def test_a_password_on_a_command_line_goes_and_nothing_else(line: str, secret: str, depth: int) -> None:
    text = f"ls\n{line.format(secret)}\nmkdir -p out"
    for _ in range(depth):
        text = json.dumps({"command": text})
    clean = REDACTOR.text(text)
    for _ in range(depth):
        clean = json.loads(clean)["command"]
    before, after = line.split("{}")
    assert clean.startswith(f"ls\n{before}[REDACTED:")
    assert clean.endswith(f"]{after}\nmkdir -p out")


STAY = (
    "python -m http.server -p 8080",
    "ssh -p 22 me@example.org",
    "docker run -p 80:80 web",
    "docker login && docker run -p 8080:8080x9 web",
    "mkdir -p dir1/dir2",
    "cp -a src9 dst9",
    "mysql -u root -p shop2",
    "mysql -u root -p",
    "mysql -P 3306 -uroot",
    "mysql -u root; mkdir -pv build2",
    "mysql -u root\nmkdir -pv4 build2",
    "redis-cli -p 6379 ping",
    "redis-cli ping | cp -a src9 dst9",
    "the redis-cli -a option is not safe",
    "sshpass -e ssh -p 22 me@host9",
    "sshpass -f file9 ssh -p 2222 me@host9",
    "echo done | sudo tee /etc/motd9",
    "echo $PW9 | sudo -S ls",
    "cat pass9 | sudo -S ls",
    "sudo -s whoami9 <<< hello9x",
    "openssl rsa -passin env:PASS9 -in key.pem",
    "openssl rsa -passin file:pass9 -in key.pem",
    "htpasswd -c .htpasswd bob2",
    "gh secret set DEPLOY < token9.txt",
    "the ldapsearch -w option is not safe",
    "echo some9 text | sudo -S tee /etc/motd9",
    "docker exec db mysql -port=3306",
    "the file was identified by its hash9",
    '["mysql", "-u", "root2", "-p"]',
    '["docker", "run", "-p", "8080x9:80"]',
    '["sshpass", "-e", "ssh", "-p", "2222", "me@host9"]',
    *(
        form.format(value)
        for form in (
            "mysql -uroot -p{}",
            "sshpass -p {} ssh x",
            "redis-cli -a {}",
            "docker login -p {}",
            "mongosh -p {}",
        )
        for value in (
            "xxx",
            "xxxxxxxx",
            "'<your password>'",
            "$VAR",
            "${VAR}",
            '"$VAR"',
            "$(cmd1)",
            "********",
            "password",
        )
    ),
    'psql "host=db password=$PGPASSWORD"',
)


@pytest.mark.parametrize("line", STAY)
def test_other_flags_and_placeholders_stay(line: str) -> None:
    assert REDACTOR.text(line) == line
    assert REDACTOR.text(json.dumps({"command": line})) == json.dumps({"command": line})
